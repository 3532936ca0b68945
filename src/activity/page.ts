import { isAtServer } from "../accounts/serverAddress.ts";

/** The address if it is a web page of the server with this API address; undefined for anything else. */
export const ownPage = (url: unknown, baseUrl: string): string | undefined => {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const { protocol, host, username, password, href } = new URL(url);
  const allowed = protocol === "https:" || (protocol === "http:" && baseUrl.startsWith("http:"));
  return allowed && username === "" && password === "" && isAtServer(host, baseUrl) ? href : undefined;
};

/** Where the server shows a repository. */
export const repositoryPage = (fullName: string, baseUrl: string): string => {
  const { protocol, host } = new URL(baseUrl);
  const path = fullName.split("/").map(encodeURIComponent).join("/");
  return `${protocol}//${host.replace(/^api\./, "")}/${path}`;
};
