/** Where a git remote is on the web. */
export interface RemotePlace {
  /** With its port if there is one. */
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

const placeOf = (host: string, path: string): RemotePlace | undefined => {
  const parts = path
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((part) => part !== "");
  const [owner, repo, ...more] = parts;
  if (owner === undefined || repo === undefined || more.length > 0) return undefined;
  if ([owner, repo].some((part) => part === "." || part === ".." || !/^[\w.-]+$/.test(part))) return undefined;
  return { host: host.toLowerCase(), owner, repo };
};

/** Understands https, ssh and scp-like remotes. What a remote's address has of a user or a token is left out. */
export const remotePlace = (remote: string): RemotePlace | undefined => {
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(?!\d+\/)(.+)$/.exec(remote);
  if (scp?.[1] !== undefined && scp[2] !== undefined) return placeOf(scp[1], scp[2]);
  let url: URL;
  try {
    url = new URL(remote);
  } catch {
    return undefined;
  }
  switch (url.protocol) {
    case "https:":
    case "http:":
      return placeOf(url.host, url.pathname);
    case "ssh:":
    case "git:":
      return placeOf(url.hostname, url.pathname);
    default:
      return undefined;
  }
};
