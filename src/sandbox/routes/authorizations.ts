import { requireUser } from "../auth.ts";
import type { App } from "../call.ts";
import { type FieldError, invalid, json, noContent, notFound, readFields } from "../http.ts";
import { pageAnswer } from "../paging.ts";
import { isFineGrained } from "../permissions/grants.ts";
import { authorizationRecord } from "../records/authorizationRecord.ts";
import type { StoredToken, StoredUser } from "../state.ts";
import type { Store } from "../store.ts";

type Fields = Readonly<Record<string, unknown>>;

const families = [
  "repo",
  "admin",
  "write",
  "read",
  "delete",
  "manage",
  "user",
  "gist",
  "notifications",
  "workflow",
  "project",
];
const isScope = (scope: string): boolean =>
  families.includes(scope.split(":")[0] ?? "") || scope === "public_repo" || scope === "delete_repo";

const fail = (field: string, code: FieldError["code"], message?: string): never => {
  throw invalid({ resource: "OauthAccess", field, code, ...(message !== undefined && { message }) });
};

const readScopes = (fields: Fields, name: string): readonly string[] | undefined => {
  const scopes = fields[name];
  if (scopes === undefined || scopes === null) return undefined;
  if (!Array.isArray(scopes)) return fail(name, "invalid");
  return [...new Set(scopes)].map((scope: unknown) =>
    typeof scope === "string" && isScope(scope)
      ? scope
      : fail(name, "invalid", `unknown scope: ${JSON.stringify(scope)}`),
  );
};

const readNote = (fields: Fields, name: string): string | null | undefined => {
  const note = fields[name];
  return note === undefined || note === null || typeof note === "string" ? note : fail(name, "invalid");
};

const newScopes = (old: readonly string[], fields: Fields): string[] => {
  const scopes = readScopes(fields, "scopes");
  const added = readScopes(fields, "add_scopes");
  const removed = readScopes(fields, "remove_scopes");
  if ([scopes, added, removed].filter((list) => list !== undefined).length > 1) {
    return fail("scopes", "custom", "Only one of scopes, add_scopes and remove_scopes may be given.");
  }
  const all = scopes ?? [...new Set([...old, ...(added ?? [])])];
  return all.filter((scope) => !removed?.includes(scope));
};

/** Tokens, by login and password. They are the sandbox's own: a token made here works at once, a deleted one no longer. */
export const authorizationRoutes = (app: App, store: Store): void => {
  const { tokens } = store.state;

  const tokenOf = (user: StoredUser, id: string): StoredToken => {
    const token = tokens.find((candidate) => String(candidate.id) === id && candidate.login === user.login);
    if (token === undefined) throw notFound();
    return token;
  };

  app.get("/authorizations", async (c) => {
    const user = requireUser(c.env.caller);
    // Fine-grained tokens are no authorizations.
    const own = tokens.filter((token) => token.login === user.login && !isFineGrained(token));
    const records = await Promise.all(own.map((token) => authorizationRecord(token, c.env.links, false)));
    return pageAnswer(c, records, (record) => record);
  });

  app.get("/authorizations/:id", async (c) => {
    const token = tokenOf(requireUser(c.env.caller), c.req.param("id"));
    return json(200, await authorizationRecord(token, c.env.links, false));
  });

  app.post("/authorizations", async (c) => {
    const { login } = requireUser(c.env.caller);
    const fields = await readFields(c.req.raw);
    const date = store.date();
    const token: StoredToken = {
      id: store.number(),
      login,
      token: `sandbox_${store.hex(32)}`,
      scopes: [...(readScopes(fields, "scopes") ?? [])],
      note: readNote(fields, "note") ?? null,
      noteUrl: readNote(fields, "note_url") ?? null,
      createdAt: date,
      updatedAt: date,
      expiresAt: null,
    };
    tokens.push(token);
    store.changed();
    const record = await authorizationRecord(token, c.env.links, true);
    return json(201, record, { location: record.url });
  });

  app.patch("/authorizations/:id", async (c) => {
    const user = requireUser(c.env.caller);
    const fields = await readFields(c.req.raw);
    const token = tokenOf(user, c.req.param("id"));
    const [scopes, note, noteUrl] = [
      newScopes(token.scopes, fields),
      readNote(fields, "note"),
      readNote(fields, "note_url"),
    ];
    token.scopes = scopes;
    if (note !== undefined) token.note = note;
    if (noteUrl !== undefined) token.noteUrl = noteUrl;
    token.updatedAt = store.date();
    store.changed();
    return json(200, await authorizationRecord(token, c.env.links, false));
  });

  app.delete("/authorizations/:id", (c) => {
    const token = tokenOf(requireUser(c.env.caller), c.req.param("id"));
    tokens.splice(tokens.indexOf(token), 1);
    store.changed();
    return noContent();
  });
};
