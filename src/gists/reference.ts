/** What people paste to name a gist. `host` is absent for a bare id. */
export interface GistReference {
  readonly gistId: string;
  readonly host?: string;
}

const id = /^(?:[0-9a-f]{20,40}|[0-9]{1,12})$/i;

/** The hosts under which a server shows its gists. */
const hostsOf = (apiHost: string): readonly string[] => {
  const web = apiHost.replace(/^api\./, "");
  return [apiHost, web, `gist.${web}`, ...(web === "github.com" ? ["gist.githubusercontent.com"] : [])];
};

/** Understands ids, web, raw, API and git addresses. Anything else is undefined. */
export const parseGistReference = (text: string): GistReference | undefined => {
  const plain = text.trim();
  if (id.test(plain)) return { gistId: plain.toLowerCase() };
  const ssh = /^git@([\w.-]+(?::\d+)?)[:/](?:gist\/)?([0-9a-f]+)\.git$/i.exec(plain);
  if (ssh?.[1] && ssh[2] && id.test(ssh[2])) return { gistId: ssh[2].toLowerCase(), host: ssh[1].toLowerCase() };
  let url: URL;
  try {
    url = new URL(plain);
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const parts = url.pathname.split("/").map((part) => part.replace(/\.git$/, ""));
  // A user may be called like a number; the id is the first part that is long, else the last that fits.
  const found =
    parts.find((part) => part.length >= 20 && id.test(part)) ?? parts.findLast((part) => id.test(part));
  return found === undefined ? undefined : { gistId: found.toLowerCase(), host: url.host };
};

/** Whether a reference to this host means the server with this API address. */
export const isAtServer = (host: string, baseUrl: string): boolean =>
  hostsOf(new URL(baseUrl).host).includes(host);
