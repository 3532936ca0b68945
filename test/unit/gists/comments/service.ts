import type { AccountsModel } from "../../../../src/accounts/model.ts";
import type { Gist } from "../../../../src/client/types/gist.ts";
import { CommentsModel } from "../../../../src/gists/comments/model.ts";
import { createSandbox, type Sandbox } from "../../../../src/sandbox/createSandbox.ts";
import { serveSandbox } from "../../../../src/sandbox/server.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { openWindow, signIn, type Window } from "../../accounts/window.ts";
import { publicId, repeatable, secretId, smallSeed } from "../../sandbox/service.ts";
import { MemoryComments } from "./memory.ts";

type Answer = Response | undefined | Promise<Response | undefined>;

interface Hooks {
  /** Asked before the service: what it answers goes out instead. */
  before: (request: Request) => Answer;
  /** What the service answered goes out as this. */
  after: (answer: Response, request: Request) => Response | Promise<Response>;
}

/** A service over HTTP with two people signed in, each in a window of their own. */
export interface Setting {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  /** What came over the wire, such as `GET /gists`. */
  readonly requests: string[];
  readonly hooks: Hooks;
  sent(method: string): readonly string[];
  readonly mia: Person;
  readonly otto: Person;
  close(): Promise<void>;
}

export interface Person {
  readonly window: Window;
  readonly accounts: AccountsModel;
  readonly accountId: string;
  readonly storage: MemoryComments;
  readonly comments: CommentsModel;
  /** The gists that the person's lists know. */
  own: readonly Gist[];
  /** What the guard makes of a comment; without a test of its own, nothing. */
  inspect: (body: string, former: string | undefined) => Promise<string>;
  place(gistId: string): { readonly accountId: string; readonly gistId: string };
}

const enter = async (url: string, token: string, storage = new MemoryComments()): Promise<Person> => {
  const window = openWindow();
  const accountId = await signIn(window, url, token);
  const person: Person = {
    window,
    accounts: window.model,
    accountId,
    storage,
    comments: new CommentsModel({
      accounts: window.model,
      storage,
      own: () => person.own,
      inspect: (_, body, former) => person.inspect(body, former),
    }),
    own: [],
    inspect: async (body) => body,
    place: (gistId) => ({ accountId, gistId }),
  };
  return person;
};

/** `comments` of otto on mia's public gist. */
export const openSetting = async (comments: readonly string[] = ["Nice."]): Promise<Setting> => {
  const clock = new ManualClock();
  const seed = {
    ...smallSeed,
    gists: (smallSeed.gists ?? []).map((gist) =>
      gist.id === publicId
        ? {
            ...gist,
            comments: comments.map((body, index) => ({
              login: "otto",
              body,
              createdAt: new Date(Date.parse("2025-05-04T12:00:00Z") + index * 1000)
                .toISOString()
                .replace(/\.\d+Z$/, "Z"),
            })),
          }
        : gist,
    ),
  };
  const sandbox = createSandbox({ seed, random: repeatable(), clock });
  const requests: string[] = [];
  const hooks: Hooks = { before: () => undefined, after: (answer) => answer };
  const server = await serveSandbox({
    ...sandbox,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const copy = request.clone();
      return hooks.after((await hooks.before(request)) ?? (await sandbox.fetch(request)), copy);
    },
  });
  const mia = await enter(server.url, "sandbox_mia");
  const otto = await enter(server.url, "sandbox_otto");
  const setting: Setting = {
    url: server.url,
    sandbox,
    clock,
    requests,
    hooks,
    sent: (method) => requests.filter((request) => request.startsWith(`${method} `)),
    mia,
    otto,
    close: async () => {
      for (const { window, comments: model } of [mia, otto]) {
        model.dispose();
        window.model.dispose();
      }
      await server.close();
    },
  };
  requests.length = 0;
  return setting;
};

export { publicId, secretId };
