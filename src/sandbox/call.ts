import type { Context, Hono } from "hono";
import type { Needs } from "../client/permissions.ts";
import type { Caller } from "./auth.ts";

/** Where the links in an answer lead: the address that the caller used. */
export interface Links {
  /** Of the interface, with the enterprise prefix when the caller used it; no slash at the end. */
  readonly api: string;
  /** Of the pages for people and of raw files. */
  readonly web: string;
}

/** What every route knows besides the request. */
export interface Call {
  readonly caller: Caller;
  readonly links: Links;
  /** What the route needs. Its middleware has checked it, but for what only the body of the request says. */
  readonly needs: Needs;
}

export type App = Hono<{ Bindings: Call }>;
export type CallContext = Context<{ Bindings: Call }>;
