// `](` too: VS Code names files in its messages, where `[label](command:…)` is a link that runs the command.
// oxlint-disable-next-line no-control-regex -- a path must not contain them
const unsafe = /[%/\\\u0000-\u001f\u007f]|(?<=\])\(/g;

/** A name as one path part: nothing in it can leave its folder. */
export const encodePart = (name: string): string => {
  const safe = name.replace(unsafe, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return safe === "." || safe === ".." ? safe.replaceAll(".", "%2e") : safe;
};

export const decodePart = (part: string): string =>
  part.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A text for people as one path part, without what a path must not contain; empty when nothing is left. */
export const readablePart = (text: string): string => text.replace(unsafe, " ").replace(/\s+/g, " ").trim();
