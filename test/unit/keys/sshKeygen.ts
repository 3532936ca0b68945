import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own for keys; `remove` deletes it with all that is in it. */
export const keyFolder = () => {
  const path = mkdtempSync(join(tmpdir(), "forgeside-keys-"));
  return { path, at: (name: string) => join(path, name), remove: () => rmSync(path, { recursive: true }) };
};

/** Runs OpenSSH's own tool, and answers what it writes. Throws when it does not accept something. */
export const sshKeygen = (...args: readonly string[]): string =>
  execFileSync("ssh-keygen", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** True when OpenSSH's own tool refuses. */
export const isRefused = (...args: readonly string[]): boolean =>
  spawnSync("ssh-keygen", args, { stdio: "ignore" }).status !== 0;

/** The public line of a key that OpenSSH itself made, such as with `-t`, `rsa`, `-b`, `1024`. */
export const madeByOpenSsh = (path: string, ...args: readonly string[]): string => {
  sshKeygen("-q", "-N", "", "-C", "mia@mill", "-f", path, ...args);
  return readFileSync(`${path}.pub`, "utf8").trim();
};
