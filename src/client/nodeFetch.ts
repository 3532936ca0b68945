import fetch from "node-fetch";

/** A bundle of its own: loads with the first request. */
export const nodeFetch: typeof fetch = fetch;
