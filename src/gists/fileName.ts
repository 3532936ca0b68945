/** Why a text cannot be the name of a gist's file. */
export type NameProblem = "empty" | "slash" | "control" | "dots" | "tooLong" | "taken";

/** The longest file name in UTF-8 bytes that file systems, and so the service's repositories, take. */
export const maxNameBytes = 255;

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export const nameProblem = (name: string, taken: readonly string[] = []): NameProblem | undefined => {
  if (name.trim() === "") return "empty";
  if (/[/\\]/.test(name)) return "slash";
  if (control.test(name)) return "control";
  if (name === "." || name === "..") return "dots";
  if (new TextEncoder().encode(name).length > maxNameBytes) return "tooLong";
  if (taken.includes(name)) return "taken";
  return undefined;
};

/** The longest end of a name, with the ending of the file, that is not too long. */
const endThatFits = (name: string): string => {
  const chars = Array.from(name);
  let [rest, start] = [maxNameBytes, chars.length];
  while (start > 0) {
    rest -= new TextEncoder().encode(chars[start - 1]).length;
    if (rest < 0) break;
    start -= 1;
  }
  return chars.slice(start).join("");
};

/** A name as near to the given one as the rules allow. */
export const usableName = (text: string, fallback: string): string => {
  const plain = text
    .replace(new RegExp(control, "g"), "")
    .replace(/[/\\]+/g, "-")
    .trim();
  return endThatFits(plain === "" || plain === "." || plain === ".." ? fallback : plain);
};

/** A name that is not taken yet: with a number before its ending when need be. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  const [, stem = "", ending = ""] = /^(.+?)(\.[^.]{1,20})?$/s.exec(name) ?? [];
  let free = name;
  for (let number = 2; taken.has(free); number++) free = usableName(`${stem}-${number}${ending}`, "file");
  return free;
};

/** Names for files of these paths in one gist: the base name, with as many folders before it as make it unique. */
export const distinctNames = (paths: readonly string[]): readonly string[] => {
  const parts = paths.map((path) => path.split("/").filter((part) => part !== ""));
  const nameAt = (index: number, depth: number): string =>
    usableName((parts[index] ?? []).slice(-depth).join("-"), "file");
  const taken = new Set<string>();
  return paths.map((_, index) => {
    const longest = parts[index]?.length ?? 1;
    let depth = 1;
    while (
      depth < longest &&
      paths.some((__, other) => other !== index && nameAt(other, depth) === nameAt(index, depth))
    )
      depth++;
    // Names of different depths may still be the same, as may the paths.
    const name = freeName(nameAt(index, depth), taken);
    taken.add(name);
    return name;
  });
};
