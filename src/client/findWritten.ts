import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import type { OperationId } from "./operations/table.ts";

/** A record of the service, or what is sent. */
type Fields = Readonly<Record<string, unknown>>;

export interface Writer {
  readonly client: Client;
  readonly profile: { readonly id: string; readonly login: string };
}

/** Finds what a write made at the service; undefined when it is not there. `mayBe` is false for what existed before. */
type Find = (
  writer: Writer,
  message: Fields,
  options: CallOptions,
  mayBe: (record: Fields) => boolean,
) => Promise<unknown>;

const addressNames = ["user", "repo", "id", "collabuser", "path", "ref", "headers"];
/** The parameters that identify what is written. */
const addressOf = (message: Fields): Fields =>
  Object.fromEntries(Object.entries(message).filter(([name]) => addressNames.includes(name)));

const read = async (client: Client, id: OperationId, message: Fields, options: CallOptions): Promise<Fields> =>
  (await client.call(id, message as never, options)) as unknown as Fields;

const readList = async (
  client: Client,
  id: OperationId,
  message: Fields,
  options: CallOptions,
): Promise<readonly Fields[]> =>
  (await client.call(id, message as never, options)) as unknown as readonly Fields[];

const textOf = (value: unknown): string => (typeof value === "string" ? value.toLowerCase() : "");
const loginOf = (user: unknown): string => textOf((user as Fields | null | undefined)?.["login"]);
/** Left out, null and empty are the same to the service. */
const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? "") === JSON.stringify(right ?? "");
const hasSame = (record: Fields, message: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => isSame(record[name], message[name]));
const sorted = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String).toSorted() : []);

/** What has to be readable for "not found" to mean deleted: an account that lost access gets the same answer. */
type Parent = readonly [id: OperationId, message: (address: Fields) => Fields];

const isReadable = async (
  { client }: Writer,
  [id, of]: Parent,
  message: Fields,
  options: CallOptions,
): Promise<true> => {
  await read(client, id, of(addressOf(message)), options);
  return true;
};

const deleted =
  (readId: OperationId, parent: Parent): Find =>
  async (writer, message, options) =>
    !(await writer.client.check(readId, addressOf(message) as never, options)) &&
    (await isReadable(writer, parent, message, options))
      ? {}
      : undefined;

const marked =
  (checkId: OperationId): Find =>
  async ({ client }, message, options) =>
    (await client.check(checkId, addressOf(message) as never, options)) ? {} : undefined;

const updated =
  (readId: OperationId, isDone: (record: Fields, message: Fields) => boolean): Find =>
  async ({ client }, message, options) => {
    const record = await read(client, readId, addressOf(message), options);
    return isDone(record, message) ? record : undefined;
  };

/** `isUnique`: there can be only one, however old it is. */
const listed =
  (
    listId: OperationId,
    query: (message: Fields) => Fields,
    isLike: (record: Fields, message: Fields, login: string) => boolean,
    isUnique = false,
  ): Find =>
  async ({ client, profile }, message, options, mayBe) =>
    (await readList(client, listId, { ...addressOf(message), ...query(message) }, options)).find(
      (record) => (isUnique || mayBe(record)) && isLike(record, message, profile.login.toLowerCase()),
    );

const isMine = ({ creator }: Fields, login: string): boolean => !creator || loginOf(creator) === login;

const payloadText = (payload: unknown): string => {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload ?? {});
  try {
    return JSON.stringify(JSON.parse(text || "{}"));
  } catch {
    return text;
  }
};

type Files = Readonly<Record<string, { readonly content?: string; readonly filename?: string } | null>>;
const filesOf = ({ files }: Fields): Files => files as Files;
const namesOf = (record: Fields): string => JSON.stringify(sorted(Object.keys(filesOf(record))));

/** How many of the newest entries are looked through. */
const newest = { per_page: 30 };

/** What one write made, at least one record: a browser repeats a request by itself when its connection breaks. */
class Copies {
  readonly records: readonly Fields[];
  constructor(records: readonly Fields[]) {
    this.records = records;
  }
}

/** Gists are listed without contents. */
const newGist =
  (
    isListed: (record: Fields, message: Fields) => boolean,
    isWhole: (record: Fields, message: Fields) => boolean,
  ): Find =>
  async ({ client }, message, options, mayBe) => {
    const { onHeaders: _, ...rest } = options;
    const found: Fields[] = [];
    for (const record of await readList(client, "gists.getAll", newest, options)) {
      if (!mayBe(record) || !isListed(record, message)) continue;
      try {
        const whole = await read(client, "gists.get", { id: record["id"] }, rest);
        if (isWhole(whole, message)) found.push(whole);
      } catch (error) {
        // One that can't be read is not a reason to make another.
        if (found.length === 0) throw error;
      }
    }
    return found.length > 0 ? new Copies(found) : undefined;
  };

const hasFiles = (record: Fields, message: Fields): boolean =>
  Object.entries(filesOf(message)).every(([name, change]) => {
    const there = filesOf(record);
    if (change === null) return !there[name];
    const { filename = name, content } = change;
    const file = there[filename];
    return (
      Boolean(file) && (filename === name || !there[name]) && (content === undefined || file?.content === content)
    );
  });

const repository: Find = async ({ client, profile }, message, options, mayBe) => {
  const address = { user: message["org"] ?? profile.login, repo: message["name"] };
  if (!(await client.check("repos.get", address as never, options))) return undefined;
  const record = await read(client, "repos.get", address, options);
  return mayBe(record) ? record : undefined;
};

const merged: Find = async ({ client }, message, options) => {
  const { base, head } = message;
  const address = addressOf(message);
  const comparison = await read(client, "repos.compareCommits", { ...address, base, head }, options);
  if (comparison["ahead_by"] !== 0) return undefined;
  return (await read(client, "repos.getBranch", { ...address, branch: base }, options))["commit"];
};

const lineOf = (key: unknown): string => String(key).trim().split(/\s+/, 2).join(" ");

const all = (): Fields => ({ per_page: 100 });

const repositoryOf = ({ user, repo }: Fields): Fields => ({ user, repo });
const inRepository = (address: Fields): Fields => ({ ...repositoryOf(address), per_page: 1 });
/** What an account has of its own. */
const ownList = ({ headers }: Fields): Fields => ({ ...(headers === undefined ? {} : { headers }), per_page: 1 });

const finders: Readonly<Partial<Record<OperationId, Find>>> = {
  "gists.create": newGist(
    (record, message) => hasSame(record, message, "description", "public") && namesOf(record) === namesOf(message),
    hasFiles,
  ),
  "gists.fork": newGist(
    () => true,
    (record, message) => isSame((record["fork_of"] as Fields | undefined)?.["id"], message["id"]),
  ),
  "gists.edit": updated(
    "gists.get",
    (record, message) =>
      (message["description"] === undefined || hasSame(record, message, "description")) &&
      hasFiles(record, message),
  ),
  "gists.delete": deleted("gists.get", ["gists.getAll", ownList]),
  "gists.star": marked("gists.checkStar"),
  "gists.deleteStar": deleted("gists.checkStar", ["gists.get", ({ id }) => ({ id })]),
  "repos.create": repository,
  "repos.createFromOrg": repository,
  "repos.fork": listed(
    "repos.getForks",
    () => ({ sort: "newest", ...all() }),
    (record, { organization }, login) =>
      loginOf(record["owner"]) === (organization === undefined ? login : textOf(organization)),
    true,
  ),
  "repos.update": async (writer, message, options) =>
    updated("repos.get", (record) =>
      Object.entries(message).every(([name, value]) => addressNames.includes(name) || isSame(record[name], value)),
    )(writer, { ...message, repo: message["name"] ?? message["repo"] }, options, () => true),
  "repos.delete": deleted("repos.get", ["repos.getAll", ownList]),
  "repos.star": marked("repos.getStarring"),
  "repos.unStar": deleted("repos.getStarring", ["repos.get", repositoryOf]),
  "repos.watch": marked("repos.getWatching"),
  "repos.unWatch": deleted("repos.getWatching", ["repos.get", repositoryOf]),
  "repos.addCollaborator": marked("repos.getCollaborator"),
  "repos.removeCollaborator": deleted("repos.getCollaborator", ["repos.getCollaborators", inRepository]),
  "repos.createContent": updated("repos.getContent", (record) => record["size"] === 0),
  "repos.merge": merged,
  "repos.deleteDownload": deleted("repos.getDownload", ["repos.getDownloads", inRepository]),
  "repos.createHook": listed(
    "repos.getHooks",
    all,
    (record, message) =>
      hasSame(record, message, "name", "active") &&
      isSame(sorted(record["events"]), sorted(message["events"])) &&
      Object.entries(message["config"] as Fields).every(
        ([name, value]) => name === "secret" || isSame((record["config"] as Fields)[name], value),
      ),
  ),
  "repos.deleteHook": deleted("repos.getHook", ["repos.getHooks", inRepository]),
  "repos.createKey": listed(
    "repos.getKeys",
    all,
    (record, message) =>
      record["title"] === message["title"] &&
      lineOf(record["key"]) === message["key"] &&
      (record["read_only"] ?? message["read_only"]) === message["read_only"],
    true,
  ),
  "repos.updateKey": updated(
    "repos.getKey",
    (record, message) => record["title"] === message["title"] && lineOf(record["key"]) === message["key"],
  ),
  "repos.deleteKey": deleted("repos.getKey", ["repos.getKeys", inRepository]),
  "repos.createDeployment": listed(
    "repos.getDeployments",
    ({ ref, task, environment }) => ({ ref, task, environment, ...newest }),
    (record, message, login) =>
      isMine(record, login) &&
      hasSame(record, message, "description") &&
      payloadText(record["payload"]) === payloadText(message["payload"]),
  ),
  "repos.createDeploymentStatus": listed(
    "repos.getDeploymentStatuses",
    () => ({}),
    (record, message, login) =>
      isMine(record, login) && hasSame(record, message, "state", "description", "target_url"),
  ),
  "authorization.update": updated(
    "authorization.get",
    (record, { note = record["note"], note_url: noteUrl = record["note_url"], ...message }) => {
      const scopes = sorted(record["scopes"]);
      return (
        isSame(record["note"], note) &&
        isSame(record["note_url"], noteUrl) &&
        (message["scopes"] === undefined || isSame(scopes, sorted(message["scopes"]))) &&
        sorted(message["add_scopes"]).every((scope) => scopes.includes(scope)) &&
        !sorted(message["remove_scopes"]).some((scope) => scopes.includes(scope))
      );
    },
  ),
  "authorization.delete": deleted("authorization.get", ["authorization.getAll", ownList]),
};

/**
 * Looks for what a write made whose answer was lost: none when it is not to be seen, and several where it was made several
 * times. Throws HttpError.
 */
export const findWritten = async (
  writer: Writer,
  id: OperationId,
  message: object,
  options: CallOptions,
  mayBe: (record: Fields) => boolean,
): Promise<readonly unknown[]> => {
  const found = await finders[id]?.(writer, message as Fields, options, mayBe);
  if (found instanceof Copies) return found.records;
  return found === undefined ? [] : [found];
};
