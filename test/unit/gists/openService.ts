import type { AccountsOptions } from "../../../src/accounts/model.ts";
import type { Gist } from "../../../src/client/types/gist.ts";
import { GistsModel } from "../../../src/gists/model.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { serveSandbox } from "../../../src/sandbox/server.ts";
import { openWindow, signIn, type Window } from "../accounts/window.ts";
import { repeatable } from "../sandbox/service.ts";
import { GistPublisher } from "../../../src/gists/publishing/gistPublisher.ts";

type Answer = Response | undefined | Promise<Response | undefined>;

/** A service over HTTP, with mia signed in. */
export interface OpenService {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly window: Window;
  readonly accountId: string;
  readonly gists: GistsModel;
  readonly publisher: GistPublisher;
  /** What came over the wire, such as `GET /gists`. */
  readonly requests: string[];
  readonly hooks: {
    /** Asked before the service: what it answers goes out instead. */
    before: (request: Request) => Answer;
    /** What the service answered goes out as this. */
    after: (answer: Response, request: Request) => Response | Promise<Response>;
  };
  sent(method: string): readonly string[];
  own(): Promise<readonly Gist[]>;
  close(): Promise<void>;
}

/** Each reading advances the time: the service's dates have whole seconds. */
const steadyClock = () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  return { now: () => (now += 1000), setTimer: () => ({ dispose: () => undefined }) };
};

/** With a seed whose token `sandbox_mia` is mia's. */
export const openService = async (
  seed: SandboxSeed,
  options: Pick<Partial<AccountsOptions>, "inspectWrite"> = {},
): Promise<OpenService> => {
  const sandbox = createSandbox({ seed, random: repeatable(), clock: steadyClock(), rateLimit: 1_000_000 });
  const requests: string[] = [];
  const hooks: OpenService["hooks"] = { before: () => undefined, after: (answer) => answer };
  const server = await serveSandbox({
    ...sandbox,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const copy = request.clone();
      return hooks.after((await hooks.before(request)) ?? (await sandbox.fetch(request)), copy);
    },
  });
  const window = openWindow(options);
  const accountId = await signIn(window, server.url, "sandbox_mia");
  const gists = new GistsModel({ accounts: window.model, pageSize: () => 30 });
  const publisher = new GistPublisher(window.model, gists);
  requests.length = 0;
  return {
    url: server.url,
    sandbox,
    window,
    accountId,
    gists,
    publisher,
    requests,
    hooks,
    sent: (method) => requests.filter((request) => request.startsWith(`${method} `)),
    own: () => window.model.get(accountId)?.client.call("gists.getAll", { per_page: 100 }) ?? Promise.resolve([]),
    close: async () => {
      publisher.dispose();
      gists.dispose();
      window.model.dispose();
      await server.close();
    },
  };
};
