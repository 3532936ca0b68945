import type { Account } from "../../../src/accounts/model.ts";
import { HookProblem } from "../../../src/hooks/problem.ts";
import { runStep } from "../../../src/hooks/applyPlan.ts";
import { draftOf, newDraft } from "../../../src/hooks/hookDocument.ts";
import type { HookDraft } from "../../../src/hooks/types.ts";
import { KeyProblem } from "../../../src/keys/problem.ts";
import { newKey, type Stage } from "./stage.ts";
import { type Write, write } from "./write.ts";

const at = { user: "mia", repo: "tools" };
const isThere = async (is: boolean | Promise<boolean>): Promise<number> => ((await is) ? 1 : 0);

const url = "https://example.com/new";
const hookDraft: HookDraft = { ...newDraft, config: { url, content_type: "json", insecure_ssl: "0" } };
const hooksAt = async ({ service }: Stage, address: string): Promise<number> =>
  (await service.call("repos.getHooks", at)).filter(({ config }) => config["url"] === address).length;
const oldHook = async ({ service }: Stage) => {
  const [hook] = await service.call("repos.getHooks", at);
  if (!hook) throw new Error("There is no hook.");
  return hook;
};

const oldKeyOf = async ({ service }: Stage) => {
  const [key] = await service.call("repos.getKeys", at);
  if (!key) throw new Error("There is no key.");
  return key;
};
const keysTitled = async ({ service }: Stage, title: string): Promise<number> =>
  (await service.call("repos.getKeys", at)).filter((key) => key.title === title).length;
const isBroken = (error: unknown): boolean =>
  error instanceof KeyProblem && ["bothLeft", "deletionUnconfirmed", "neitherLeft"].includes(error.kind);

const deployment = {
  ref: "main",
  task: "deploy",
  environment: "staging",
  autoMerge: false,
  requiredContexts: [],
  payload: '{ "region": "north" }',
  description: "Try it",
};
const deployments = async ({ service }: Stage): Promise<number> =>
  (await service.call("repos.getDeployments", { ...at, environment: "staging" })).length;
const production = async ({ service }: Stage): Promise<number> =>
  (await service.call("repos.getDeployments", { ...at, environment: "production" }))[0]?.id ?? 0;
const status = { state: "success", targetUrl: "https://example.com/", description: "It is up" } as const;

const grants = async ({ sandbox }: Stage, note: string): Promise<number> =>
  sandbox.state().tokens.filter((token) => token.note === note).length;
const spare = async ({
  authorizations,
  account,
}: {
  authorizations: Stage["authorizations"];
  account: Account;
}) => {
  const found = (await authorizations.read(account, "List")).find(({ note }) => note === "Spare");
  if (!found) throw new Error("There is no such authorization.");
  return found;
};

export const adminWrites: readonly Write[] = [
  write({
    name: "create a hook",
    act: ({ hooks, place }) => hooks.create(place, hookDraft, "a secret"),
    done: (stage) => hooksAt(stage, url),
  }),
  write({
    name: "apply a hook to a repository without it",
    act: ({ hooks, place }) => runStep(hooks, { place, kind: "create" }, hookDraft, undefined),
    done: (stage) => hooksAt(stage, url),
  }),
  write({
    name: "change a hook's address and events",
    setUp: oldHook,
    act: async ({ hooks, place }, hook) => {
      const next = { ...draftOf(hook), active: false, config: { ...draftOf(hook).config, url } };
      await hooks.apply({ ...place, id: hook.id }, hook, hooks.plan(place, hook, next));
    },
    done: async (stage) => isThere((await hooksAt(stage, url)) === 1 && !(await oldHook(stage)).active),
    isPartial: (error) => error instanceof HookProblem && error.kind === "halfDone",
  }),
  write({
    name: "set a hook's secret",
    setUp: oldHook,
    act: ({ hooks, place }, hook) => hooks.setSecret({ ...place, id: hook.id }, hook, "another"),
    done: async (stage) => isThere((await oldHook(stage)).config["secret"] !== undefined),
  }),
  write({
    name: "delete a hook",
    setUp: oldHook,
    act: ({ hooks, place }, { id }) => hooks.delete({ ...place, id }),
    done: async ({ service }) => 1 - (await service.call("repos.getHooks", at)).length,
  }),
  write({
    name: "add a deploy key",
    act: ({ keys, place }) => keys.add(place, { title: "new", line: newKey, readOnly: false }),
    done: (stage) => keysTitled(stage, "new"),
  }),
  write({
    name: "rename a deploy key",
    setUp: oldKeyOf,
    act: ({ keys, place }, key) => keys.change(place, key, { title: "new", line: key.key }),
    done: (stage) => keysTitled(stage, "new"),
  }),
  write({
    name: "rotate a deploy key",
    setUp: oldKeyOf,
    act: ({ keys, place }, key) => keys.replace(place, key, { title: "new", line: newKey, readOnly: true }),
    done: async (stage) =>
      isThere((await keysTitled(stage, "new")) === 1 && (await keysTitled(stage, "old")) === 0),
    isPartial: isBroken,
  }),
  write({
    name: "delete a deploy key and add it again",
    setUp: oldKeyOf,
    act: ({ keys, place }, key) => keys.deleteAndAdd(place, key, "new"),
    done: (stage) => keysTitled(stage, "new"),
    isPartial: isBroken,
  }),
  write({
    name: "delete a deploy key",
    setUp: oldKeyOf,
    act: ({ keys, place }, key) => keys.delete(place, key),
    done: async (stage) => 1 - (await keysTitled(stage, "old")),
  }),
  write({
    name: "deploy",
    act: (stage) => stage.deployments.create(stage.place, deployment),
    done: deployments,
  }),
  write({
    name: "set the status of a deployment",
    setUp: production,
    act: (stage, id) => stage.deployments.setStatus(stage.place, id, status),
    done: async ({ service }, id) => (await service.call("repos.getDeploymentStatuses", { ...at, id })).length,
  }),
  write({
    name: "make an authorization",
    act: ({ authorizations, account }) =>
      authorizations.create(account, { scopes: ["gist"], note: "Fresh", noteUrl: "" }, "New"),
    done: (stage) => grants(stage, "Fresh"),
    // Its token was in the answer that was lost: the user makes another, and deletes the one without a token.
    again: () => Promise.resolve(),
  }),
  write({
    name: "change an authorization",
    setUp: spare,
    act: ({ authorizations, account }, former) =>
      authorizations.update(account, former, { scopes: ["gist", "repo"], note: "Changed", noteUrl: "" }, "Change"),
    done: (stage) => grants(stage, "Changed"),
  }),
  write({
    name: "delete an authorization",
    setUp: spare,
    act: ({ authorizations, account }, { id }) => authorizations.delete(account, id, "Delete"),
    done: async (stage) => 1 - (await grants(stage, "Spare")),
  }),
];
