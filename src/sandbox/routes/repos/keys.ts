import type { App, CallContext } from "../../call.ts";
import { json, noContent, notFound, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { deployKeyRecord } from "../../records/deployKeyRecord.ts";
import { secretAdmin, type Writer } from "../../repositories/access.ts";
import type { StoredDeployKey } from "../../repositories/deployKeyState.ts";
import { type FieldReader, readerOf } from "../../repositories/fieldInput.ts";
import { parsePublicKey, type PublicKey } from "../../repositories/publicKey.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import type { Store } from "../../store.ts";

const resource = "PublicKey";
const maxTitleLength = 255;
/** Shorter ones are broken in no time. The service takes what is longer, though it advises 2048. */
const minBits = 1024;

const fail = (message: string): never => failField(resource, "key", "custom", message);

/** `own`: the key that is changed, which may stay as it is. */
const readKey = (store: Store, fields: FieldReader, own?: StoredDeployKey): PublicKey => {
  const key =
    parsePublicKey(fields.required("key")) ??
    fail("key is invalid. You must supply a key in OpenSSH public key format");
  if (key.bits !== undefined && key.bits < minBits)
    return fail("key is weak. It is recommended to use ssh-keygen to generate a RSA key of at least 2048 bits");
  const isUsed = store.state.repositories.some(({ deployKeys = [] }) =>
    deployKeys.some((other) => other !== own && other.key === key.key),
  );
  return isUsed ? fail("key is already in use") : key;
};

const keyOf = (store: Store, c: CallContext): Writer & { readonly key: StoredDeployKey } => {
  const who = secretAdmin(store, c);
  const key = who.repository.deployKeys?.find(({ id }) => String(id) === c.req.param("id"));
  if (key === undefined) throw notFound();
  return { ...who, key };
};

export const deployKeyRoutes = (app: App, store: Store): void => {
  const path = "/repos/:owner/:repo/keys";
  const one = `${path}/:id`;

  const notifyHooks = (
    action: "created" | "deleted",
    { repository, user }: Writer,
    { id }: StoredDeployKey,
  ): void => store.happened({ kind: "deployKey", repository, actor: user.login, facts: { action, key_id: id } });

  app.get(path, (c) => {
    const { repository } = secretAdmin(store, c);
    return pageAnswer(c, repository.deployKeys ?? [], (key) => deployKeyRecord(repository, key, c.env.links));
  });

  app.post(path, async (c) => {
    const who = secretAdmin(store, c);
    const { repository, user } = who;
    const fields = readerOf(resource, await readFields(c.req.raw));
    const { key, comment } = readKey(store, fields);
    const title = fields.text("title", maxTitleLength) ?? comment;
    if (title === "") return failField(resource, "title", "missing_field");
    const added: StoredDeployKey = {
      id: store.number(),
      title,
      key,
      readOnly: fields.flag("read_only") ?? false,
      addedBy: user.login,
      createdAt: store.date(),
      lastUsed: null,
    };
    repository.deployKeys = [...(repository.deployKeys ?? []), added];
    notifyHooks("created", who, added);
    store.changed();
    const record = deployKeyRecord(repository, added, c.env.links);
    return json(201, record, { location: record.url });
  });

  app.get(one, (c) => {
    const { repository, key } = keyOf(store, c);
    return json(200, deployKeyRecord(repository, key, c.env.links));
  });

  // Today's service has it no longer; the method is not shown in the interface document.
  app.on(["PUT", "PATCH"], one, async (c) => {
    const { repository, key } = keyOf(store, c);
    const given = await readFields(c.req.raw);
    const fields = readerOf(resource, given);
    const title = fields.text("title", maxTitleLength) ?? key.title;
    const changed = given["key"] === undefined ? key.key : readKey(store, fields, key).key;
    Object.assign(key, { title, key: changed });
    store.changed();
    return json(200, deployKeyRecord(repository, key, c.env.links));
  });

  app.delete(one, (c) => {
    const who = keyOf(store, c);
    const { repository, key } = who;
    notifyHooks("deleted", who, key);
    repository.deployKeys = (repository.deployKeys ?? []).filter((other) => other !== key);
    store.changed();
    return noContent();
  });
};
