/** What people paste to name a gist. `host` is absent for a bare id. */
export interface GistReference {
  readonly gistId: string;
  readonly host?: string;
}

const id = /^(?:[0-9a-f]{20,40}|[0-9]{1,12})$/i;
/** An id in an address, where 40 digits are a version. */
const hash = /^[0-9a-f]{20,32}$/i;
const number = /^[0-9]{1,12}$/;

/** Gists of the first years have numbers, after the user's name if there is one; elsewhere a number is something else. */
const numberIn = (host: string, parts: readonly string[]): string | undefined => {
  const mark = parts.findIndex(
    (part, index) => part === "gist" || part === "gists" || (part === "raw" && index === 0),
  );
  if (mark < 0 && !host.startsWith("gist.")) return undefined;
  const [first = "", second = ""] = parts.slice(mark + 1);
  return [second, first].find((part) => number.test(part));
};

/** Understands ids, web, raw, API and git addresses. Anything else is undefined. */
export const parseGistReference = (text: string): GistReference | undefined => {
  const plain = text.trim();
  if (id.test(plain)) return { gistId: plain.toLowerCase() };
  const ssh = /^(?:ssh:\/\/)?git@([\w.-]+)(?::\d+)?[:/](?:gist\/)?([0-9a-f]+)\.git$/i.exec(plain);
  if (ssh?.[1] && ssh[2] && id.test(ssh[2])) return { gistId: ssh[2].toLowerCase(), host: ssh[1].toLowerCase() };
  let url: URL;
  try {
    url = new URL(plain);
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const parts = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map((part) => part.replace(/\.(?:git|js|json)$/, ""));
  const found = parts.find((part) => hash.test(part)) ?? numberIn(url.host, parts);
  return found === undefined ? undefined : { gistId: found.toLowerCase(), host: url.host };
};
