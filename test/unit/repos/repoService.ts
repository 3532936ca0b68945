import { AssertionError } from "node:assert";
import { systemClock } from "../../../src/base/clock.ts";
import type { Client } from "../../../src/client/client.ts";
import { ReposModel } from "../../../src/repos/model.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { serveSandbox } from "../../../src/sandbox/server.ts";
import { openWindow, signIn, type Window } from "../accounts/window.ts";
import { repeatable } from "../sandbox/service.ts";

export const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A service over HTTP with mia, who is signed in and has `repo-0` to `repo-2`, and otto, who may change them. */
export interface RepoService {
  readonly url: string;
  readonly window: Window;
  readonly accountId: string;
  readonly repos: ReposModel;
  readonly mia: Client;
  readonly otto: Client;
  /** What came over the wire, such as `GET /user/repos`. */
  readonly requests: string[];
  /** Asked before the service: what it answers goes out instead. */
  before: (request: Request) => Response | undefined;
  /** What the service answered goes out as this. */
  after: (answer: Response, request: Request) => Response | Promise<Response>;
  sent(...methods: readonly string[]): readonly string[];
  close(): Promise<void>;
}

const clientOf = ({ model }: Window, accountId: string): Client => {
  const account = model.get(accountId);
  if (!account) throw new AssertionError({ message: "There is no such account." });
  return account.client;
};

/** As the service answers when the rate limit is exceeded. */
export const limited = (): Response =>
  Response.json(
    { message: "API rate limit exceeded" },
    { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999" } },
  );

export const openRepoService = async (
  repositories: NonNullable<SandboxSeed["repositories"]> = [],
  age?: "today",
  maxReadBytes?: number,
): Promise<RepoService> => {
  const sandbox = createSandbox({
    clock: systemClock,
    random: repeatable(),
    ...(age && { age }),
    seed: {
      users: [{ login: "mia" }, { login: "otto" }],
      repositories,
      tokens: [
        { token: "sandbox_mia", login: "mia", scopes: ["repo", "delete_repo"] },
        { token: "sandbox_otto", login: "otto", scopes: ["repo"] },
      ],
    },
  });
  const requests: string[] = [];
  const hooks: Pick<RepoService, "before" | "after"> = { before: () => undefined, after: (answer) => answer };
  const server = await serveSandbox({
    ...sandbox,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const copy = request.clone();
      return hooks.after(hooks.before(request) ?? (await sandbox.fetch(request)), copy);
    },
  });
  const window = openWindow();
  const accountId = await signIn(window, server.url, "sandbox_mia");
  const other = openWindow();
  const otto = clientOf(other, await signIn(other, server.url, "sandbox_otto"));
  const mia = clientOf(window, accountId);
  const repos = new ReposModel({
    accounts: window.model,
    ownOptions: () => ({ type: "all", sort: "full_name", direction: "asc" }),
    ...(maxReadBytes !== undefined && { maxReadBytes }),
  });
  const service: RepoService = Object.assign(hooks, {
    url: server.url,
    window,
    accountId,
    repos,
    mia,
    otto,
    requests,
    sent: (...methods: readonly string[]) =>
      requests.filter((request) => methods.includes(request.split(" ")[0] ?? "")),
    close: async () => {
      repos.dispose();
      await server.close();
    },
  });
  for (let index = 0; index < 3; index++)
    await mia.call("repos.create", { name: `repo-${index}`, auto_init: true });
  await mia.call("repos.addCollaborator", { user: "mia", repo: "repo-0", collabuser: "otto" });
  requests.length = 0;
  return service;
};
