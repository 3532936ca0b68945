// `](` too: VS Code names files in its messages, where `[label](command:…)` is a link that runs the command. And what turns
// the direction of the text: a tab would show another ending than the file has. And half a character, of which no address
// can be made.
// oxlint-disable-next-line no-control-regex -- a path must not contain them
const unsafe = /[%/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\p{Surrogate}]|(?<=\])\(/gu;

/** `%2f`, and `%u202e` where two digits don't do. */
const encodeChar = (char: string): string => {
  const code = char.charCodeAt(0).toString(16);
  return code.length > 2 ? `%u${code.padStart(4, "0")}` : `%${code.padStart(2, "0")}`;
};

/** A name as one path part: nothing in it can leave its folder. */
export const encodePart = (name: string): string => {
  const safe = name.replace(unsafe, encodeChar);
  return safe === "." || safe === ".." ? safe.replaceAll(".", "%2e") : safe;
};

export const decodePart = (part: string): string =>
  part.replace(/%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/gi, (_, long: string | undefined, short: string | undefined) =>
    String.fromCharCode(Number.parseInt(long ?? short ?? "", 16)),
  );

/** Stands for the slash of a branch or tag in a path: tabs and breadcrumbs show it as it is. */
const refSlash = "\u2215";

/** The name of a branch or tag as one path part. */
export const encodeRef = (ref: string): string =>
  encodePart(ref).replaceAll(refSlash, encodeChar).replaceAll("%2f", refSlash);

export const decodeRef = (part: string): string => decodePart(part.replaceAll(refSlash, "/"));

/** A text for people as one path part, without what a path must not contain; empty when nothing is left. */
export const readablePart = (text: string): string => text.replace(unsafe, " ").replace(/\s+/g, " ").trim();

/** The account of an address whose authority begins with its id. */
export const accountIn = (authority: string): string => authority.split(".", 1)[0] ?? "";

/** Login and server in the id of an account that may not be known here, such as `ada-at-git-example-com`. */
export const readableAccount = (accountId: string): string => accountId.replace(/-[0-9a-f]{20}$/, "");

/** As `readableAccount`, for sentences: `ada (git-example-com)`. */
export const accountInText = (accountId: string): string =>
  readableAccount(accountId).replace(/^(.+?)-at-(.+)$/, "$1 ($2)");
