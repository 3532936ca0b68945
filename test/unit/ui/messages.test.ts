import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

/** Messages that stay until they are closed although they have no button, by a part of their call: why. */
const withoutButton: Readonly<Record<string, readonly [file: string, why: string]>> = {
  "{0} The private half is in “{1}”": ["keys/commands.ts", "The path of a private key is needed later."],
  "{0} isn't a collaborator of {1}.": ["repos/manage/collaborators.ts", "It is the answer that was asked for."],
  said: ["hooks/commands.ts", "The receiver of a webhook needs the same secret."],
  "The server does not list all files": ["gists/history/compare.ts", "The comparison that opens is incomplete."],
  "nothing was restored": ["gists/trash/restore.ts", "Nothing was done, and it says what to do."],
  "sentences(done, linkText)": ["gists/share/undoShare.ts", "The clipboard has a link to what was deleted."],
};

const literal = /^(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)/s;
const open = "([{";
const closing = ")]}";

/** The arguments of the call whose first one begins there. */
const argumentsAt = (text: string, start: number): readonly string[] => {
  const found: string[] = [];
  let depth = 0;
  let begin = start;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (/["'`]/.test(char)) at += (literal.exec(text.slice(at))?.[0].length ?? 1) - 1;
    else if (open.includes(char)) depth++;
    else if ((closing.includes(char) && depth-- === 0) || (char === "," && depth === 0)) {
      found.push(text.slice(begin, at).trim());
      begin = at + 1;
      if (depth < 0) break;
    }
  }
  return found.filter((each) => each !== "");
};

const callsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/\bshowInformation\(/g)].map(({ 0: name, index }) => argumentsAt(text, index + name.length));

describe("Messages that stay until they are closed", () => {
  it("are read from the source with their arguments", () => {
    const text = 'showInformation(\n  t("a, (b", [c, d]),\n);\nshowInformation(`${e(1, 2)}`, undo, ...rest);';
    assert.deepEqual(callsIn(text), [['t("a, (b", [c, d])'], ["`${e(1, 2)}`", "undo", "...rest"]]);
  });

  it("have a button, or a reason to stay without one: what only confirms is a text of the status bar", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const alone = files.flatMap((name) => {
      const file = name.replaceAll("\\", "/");
      return callsIn(readFileSync(join("src", name), "utf8"))
        .filter((given) => given.length === 1)
        .map(([text = ""]) => ({ file, text }));
    });
    const listed = Object.entries(withoutButton);
    const isListed = (each: { readonly file: string; readonly text: string }): boolean =>
      listed.some(([part, [file]]) => file === each.file && each.text.includes(part));
    assert.deepEqual(
      alone.filter((each) => !isListed(each)),
      [],
    );
    assert.equal(alone.length, listed.length);
  });
});
