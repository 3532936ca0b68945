// Loaded when a key is generated.
import { randomBytes } from "node:crypto";
import { access, link, open, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type KeyType, newKeyPair } from "./openSshKey.ts";

export interface KeyFileRequest {
  readonly type: KeyType;
  readonly comment: string;
  /** Empty for none. */
  readonly passphrase: string;
  readonly path: string;
  /** The user wants what is at `path` to be replaced. */
  readonly replaces: boolean;
}

/** Where OpenSSH keeps its keys, or the home folder when it has none there. */
export const keyFolder = async (): Promise<string> => {
  const folder = join(homedir(), ".ssh");
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isThere ? folder : homedir();
};

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Moves a file to where nothing may be. Throws EEXIST. */
const moveNew = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    // Some file systems have no links.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || (await isThere(to)))
      throw Object.assign(new Error(`${to} is there already.`), { code: "EEXIST" });
    await rename(from, to);
    return;
  }
  await rm(from);
};

/**
 * Makes a pair, writes the private half to `path`, for its owner only, and answers the public half's line. A failure
 * leaves `path` as it was, and nothing beside it. Throws EEXIST, and the errors of the disk.
 */
export const makeKeyFile = async ({
  type,
  comment,
  passphrase,
  path,
  replaces,
}: KeyFileRequest): Promise<string> => {
  const { privateKey, publicLine } = await newKeyPair(type, comment, passphrase);
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
  const file = await open(part, "wx", 0o600);
  try {
    try {
      await file.chmod(0o600);
      await file.writeFile(privateKey);
      await file.sync();
    } finally {
      await file.close();
    }
    await (replaces ? rename(part, path) : moveNew(part, path));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return publicLine;
};
