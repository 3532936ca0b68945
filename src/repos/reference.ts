/** A repository as people name it. `host` is absent for a bare name. */
export type RepoReference =
  | { readonly owner: string; readonly repo: string; readonly host?: string }
  | { readonly id: number };

export const referenceName = (reference: RepoReference): string =>
  "id" in reference ? String(reference.id) : `${reference.owner}/${reference.repo}`;

const part = /^[\w.-]{1,100}$/;

const named = (owner: string | undefined, given: string | undefined, host?: string): RepoReference | undefined => {
  const repo = given?.replace(/\.git$/, "");
  if (owner === undefined || repo === undefined || !part.test(owner) || !part.test(repo)) return undefined;
  if ([owner, repo].some((each) => each === "." || each === "..")) return undefined;
  return { owner, repo, ...(host === undefined ? {} : { host: host.toLowerCase() }) };
};

/** Understands owner/name, a number, and web, API, https, git and ssh addresses. Anything else is undefined. */
export const parseRepoReference = (text: string): RepoReference | undefined => {
  const plain = text.trim();
  if (/^[1-9]\d{0,14}$/.test(plain)) return { id: Number(plain) };
  const ssh = /^(?:ssh:\/\/)?(?:[\w.-]+@)([\w.-]+)(?::\d+\/|[:/])([^/]+)\/([^/]+?)\/?$/.exec(plain);
  if (ssh) return named(ssh[2], ssh[3], ssh[1]);
  const short = /^([^/\s:]+)\/([^/\s:]+)$/.exec(plain);
  if (short) return named(short[1], short[2]);
  let url: URL;
  try {
    url = new URL(plain);
  } catch {
    return undefined;
  }
  if (!["https:", "http:", "git:"].includes(url.protocol)) return undefined;
  const parts = url.pathname.split("/").filter((each) => each !== "");
  const start = parts.indexOf("repos");
  const [owner, repo] = start >= 0 && start <= 2 ? parts.slice(start + 1) : parts;
  return named(owner, repo, url.host);
};
