import type { Client } from "../../src/client/client.ts";
import type { MessageOf } from "../../src/client/operations/table.ts";
import { type Case, get, op } from "./answers.ts";

const hello = { user: "mia", repo: "hello" };
const none = { user: "mia", repo: "none" };
const web = { name: "web", config: { url: "http://127.0.0.1:9/", secret: "x" } };
const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX";
const at = "/repos/mia/hello";

const hook =
  (then: (client: Client, one: { user: string; repo: string; id: string }) => Promise<unknown>) =>
  async (client: Client): Promise<unknown> => {
    const { id } = await client.call("repos.createHook", { ...hello, ...web });
    return then(client, { ...hello, id: String(id) });
  };

/** A hook without a receiver, once its ping is known to have failed. */
const delivered = (then: (client: Client, path: string, delivery: number) => Promise<unknown>) =>
  hook(async (client, { id }) => {
    const path: `/${string}` = `${at}/hooks/${id}/deliveries`;
    for (;;) {
      const [first] = (await client.get(path)) as readonly { readonly id: number }[];
      if (first !== undefined) return then(client, path, first.id);
    }
  });

const hooks: readonly Case[] = [
  { title: "repos.getHooks", status: 200, call: hook((client) => client.call("repos.getHooks", hello)) },
  { title: "repos.getHooks without rights", as: "sandbox_nora", status: 404, call: op("repos.getHooks", hello) },
  { title: "repos.getHook", status: 200, call: hook((client, one) => client.call("repos.getHook", one)) },
  { title: "repos.getHook of none", status: 404, call: op("repos.getHook", { ...hello, id: "1" }) },
  { title: "repos.createHook", status: 201, call: op("repos.createHook", { ...hello, ...web }) },
  { title: "repos.createHook in none", status: 404, call: op("repos.createHook", { ...none, ...web }) },
  {
    title: "repos.createHook with a wrong address",
    status: 422,
    call: op("repos.createHook", { ...hello, name: "web", config: { url: "example" } }),
  },
  {
    title: "repos.createHook that is there",
    status: 422,
    call: hook((client) => client.call("repos.createHook", { ...hello, ...web })),
  },
  {
    title: "repos.updateHook",
    status: 200,
    call: hook((client, one) => client.call("repos.updateHook", { ...one, ...web, add_events: ["star"] })),
  },
  {
    title: "repos.updateHook with an unknown event",
    status: 422,
    call: hook((client, one) => client.call("repos.updateHook", { ...one, ...web, add_events: ["shove"] })),
  },
  { title: "repos.testHook", status: 204, call: hook((client, one) => client.call("repos.testHook", one)) },
  { title: "repos.testHook of none", status: 404, call: op("repos.testHook", { ...hello, id: "1" }) },
  { title: "repos.deleteHook", status: 204, call: hook((client, one) => client.call("repos.deleteHook", one)) },
  {
    title: "the settings of a hook",
    status: 200,
    call: hook((client, { id }) => client.get(`${at}/hooks/${id}/config`)),
  },
  {
    title: "deliveries of a hook",
    status: 200,
    call: delivered((client, path) => client.get(`${path}?per_page=5` as `/${string}`)),
  },
  {
    title: "a delivery of a hook",
    status: 200,
    call: delivered((client, path, id) => client.get(`${path}/${id}` as `/${string}`)),
  },
  {
    title: "deliveries of a hook from a wrong place",
    status: 400,
    call: delivered((client, path) => client.get(`${path}?cursor=x` as `/${string}`)),
  },
];

const keys: readonly Case[] = [
  { title: "repos.createKey", status: 201, call: op("repos.createKey", { ...hello, title: "k", key }) },
  {
    title: "repos.createKey that is no key",
    status: 422,
    call: op("repos.createKey", { ...hello, title: "k", key: "ssh-rsa x" }),
  },
  ...(["getKeys", "getKey", "deleteKey"] as const).map((name): Case => ({
    title: `repos.${name}`,
    status: name === "deleteKey" ? 204 : 200,
    call: async (client) => {
      const { id } = await client.call("repos.createKey", { ...hello, title: "k", key });
      return name === "getKeys"
        ? client.call("repos.getKeys", hello)
        : client.call(`repos.${name}`, { ...hello, id: String(id) });
    },
  })),
  { title: "repos.getKey of none", status: 404, call: op("repos.getKey", { ...hello, id: "1" }) },
];

/** The service says "" for an address that was not given, though its description wants one. */
const noAddress = (operation: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${operation}/${name} must match format "uri"`);

const statuses = "/repos/{owner}/{repo}/deployments/{deployment_id}/statuses";

type Wish = Omit<MessageOf<"repos.createDeployment">, "user" | "repo" | "ref">;

const deploy =
  (wish: Wish, then: (client: Client, one: { user: string; repo: string; id: string }) => Promise<unknown>) =>
  async (client: Client): Promise<unknown> => {
    const { id } = await client.call("repos.createDeployment", { ...hello, ref: "main", ...wish });
    return then(client, { ...hello, id: String(id) });
  };

const deployments: readonly Case[] = [
  {
    title: "repos.createDeployment",
    status: 201,
    call: op("repos.createDeployment", { ...hello, ref: "main", payload: '{"a":1}' }),
  },
  {
    title: "repos.createDeployment that merges",
    status: 202,
    call: async (client) => {
      await client.call("repos.merge", { ...hello, base: "main", head: "left" });
      return client.call("repos.createDeployment", { ...hello, ref: "right" });
    },
  },
  {
    title: "repos.createDeployment that clashes",
    status: 409,
    call: async (client) => {
      await client.call("repos.merge", { ...hello, base: "main", head: "left" });
      return client.call("repos.createDeployment", { ...hello, ref: "clash" });
    },
    deviations: ["there is a body where none is described"],
  },
  {
    title: "repos.createDeployment that waits",
    status: 409,
    call: op("repos.createDeployment", { ...hello, ref: "main", required_contexts: ["ci"] }),
    deviations: ["there is a body where none is described"],
  },
  {
    title: "repos.createDeployment of no ref",
    status: 422,
    call: op("repos.createDeployment", { ...hello, ref: "nowhere" }),
  },
  {
    title: "repos.getDeployments",
    status: 200,
    call: deploy({ description: "x" }, (client) => client.call("repos.getDeployments", hello)),
  },
  {
    title: "a deployment",
    status: 200,
    call: deploy({}, (client, { id }) => client.get(`${at}/deployments/${id}`)),
  },
  { title: "a deployment of none", status: 404, call: get(`${at}/deployments/1`) },
  {
    title: "repos.createDeploymentStatus",
    status: 201,
    call: deploy({}, (client, one) => client.call("repos.createDeploymentStatus", { ...one, state: "success" })),
    deviations: noAddress(`POST ${statuses} 201`, "environment_url", "log_url", "target_url"),
  },
  {
    title: "repos.createDeploymentStatus with a wrong address",
    status: 422,
    call: deploy({}, (client, one) =>
      client.call("repos.createDeploymentStatus", { ...one, state: "success", target_url: "example" }),
    ),
  },
  {
    title: "repos.getDeploymentStatuses",
    status: 200,
    call: deploy({}, async (client, one) => {
      const target_url = "https://example.com/";
      await client.call("repos.createDeploymentStatus", { ...one, state: "pending", target_url });
      return client.call("repos.getDeploymentStatuses", one);
    }),
    deviations: noAddress(`GET ${statuses} 200/0`, "environment_url"),
  },
  {
    title: "repos.getDeploymentStatuses of none",
    status: 404,
    call: op("repos.getDeploymentStatuses", { ...hello, id: "1" }),
  },
  { title: "statuses of a commit", status: 200, call: get(`${at}/commits/main/statuses`) },
  { title: "the combined status of a commit", status: 200, call: get(`${at}/commits/main/status`) },
];

/** Operations about hooks, deploy keys and deployments. */
export const deployingCases: readonly Case[] = [...hooks, ...keys, ...deployments];
