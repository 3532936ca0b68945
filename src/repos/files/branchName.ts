/** What git refuses in the name of a branch: control characters, blanks and its own signs. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const refused = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/@]$|^-|^\/|\/$|\.$/;

/** Whether git takes it as the name of a branch (git check-ref-format). */
export const isBranchName = (name: string): boolean =>
  name !== "" &&
  new TextEncoder().encode(name).length <= 240 &&
  !refused.test(name) &&
  name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
