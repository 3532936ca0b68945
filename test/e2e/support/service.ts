import { systemClock } from "../../../src/base/clock.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { Gist } from "../../../src/client/types/gist.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { deliverToLoopback } from "../../../src/sandbox/webhooks/loopbackDelivery.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { serveSandbox } from "../../../src/sandbox/server.ts";
import type { Workbench } from "./workbench.ts";

export const adaToken = "sandbox_ada_1";
export const adaSecondToken = "sandbox_ada_2";
export const boToken = "sandbox_bo_1";
export const helloId = "aaaaaaaaaaaaaaaaaaaaaaaa";
export const foreignId = "bbbbbbbbbbbbbbbbbbbbbbbb";

/** The time as the service writes it. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");

/** Few enough gists that a tree shows all of them. */
export const seed: SandboxSeed = {
  users: [{ login: "ada", name: "Ada" }, { login: "bo" }],
  tokens: [
    { token: adaToken, login: "ada", scopes: ["gist"] },
    { token: adaSecondToken, login: "ada", scopes: ["gist", "repo"] },
    { token: boToken, login: "bo", scopes: ["gist"] },
  ],
  gists: [
    {
      id: helloId,
      owner: "ada",
      description: "Hello in two languages",
      public: false,
      createdAt: "2026-01-01T10:00:00Z",
      files: { "hello.py": 'print("Hello")\n', "hello.rb": 'puts "Hello"\n' },
    },
    {
      id: foreignId,
      owner: "bo",
      description: "Bo's notes",
      public: true,
      createdAt: "2026-01-02T10:00:00Z",
      files: { "notes.md": "# Notes\n\nof Bo\n" },
    },
  ],
};

export interface Service {
  /** The API's base URL. */
  readonly url: string;
  /** Signed in as ada. */
  readonly ada: Client;
  /** Signed in as another user. */
  readonly bo: Client;
  gist(id: string): Promise<Gist>;
  ownGists(): Promise<readonly Gist[]>;
  close(): Promise<void>;
}

/** A real service on 127.0.0.1 that the workbench talks to over HTTP. */
export const startService = async (
  given: SandboxSeed = seed,
  port = 0,
  {
    answer = () => undefined,
    ...options
  }: {
    readonly allowCors?: boolean;
    /** Asked before the service: what it answers goes out instead. */
    readonly answer?: (request: Request) => Response | undefined | Promise<undefined>;
  } = {},
): Promise<Service> => {
  const sandbox = createSandbox({ clock: systemClock, seed: given, deliver: deliverToLoopback });
  const server = await serveSandbox(
    { ...sandbox, fetch: async (request) => (await answer(request)) ?? sandbox.fetch(request) },
    { port, ...options },
  );
  const url = `${server.url}/api/v3`;
  const clientOf = (token: string): Client => {
    const client = new Client({ baseUrl: url, dialect: "github", transport: nodeTransport });
    client.authenticate({ type: "token", token });
    return client;
  };
  const ada = clientOf(adaSecondToken);
  return {
    url,
    ada,
    bo: clientOf(boToken),
    gist: (id) => ada.call("gists.get", { id }),
    ownGists: () => ada.call("gists.getAll", {}),
    close: () => server.close(),
  };
};

/** Leaves the table of what a token opens, which a sign-in shows when the token does not open everything. */
export const closePermissionTable = async (
  { quickInput }: Workbench,
  look: () => Promise<void> = async () => undefined,
): Promise<void> => {
  await quickInput.waitOpen({ placeholder: "Press Enter to continue." });
  await look();
  await quickInput.accept();
  await quickInput.waitClosed();
};

/** Whether a sign-in that says this shows the table; it does not where the server names no scopes. */
const hasTable = (text: string): boolean => {
  const scopes = /Scopes: (.+)\.$/.exec(text)?.[1]?.split(", ");
  return scopes ? !["gist", "repo", "delete_repo"].every((each) => scopes.includes(each)) : /no scopes/.test(text);
};

/** Signs in through the wizard, as a person with a token does. `look` is called while the table of what it opens is shown. */
export const signInWithToken = async (
  workbench: Workbench,
  url: string,
  token: string,
  look?: () => Promise<void>,
): Promise<void> => {
  await workbench.command("Forgeside: Sign In...");
  await answerSignIn(workbench, url, token, look);
};

/** As `signInWithToken`, once the user is asked for the server. */
export const answerSignIn = async (
  workbench: Workbench,
  url: string,
  token: string,
  look?: () => Promise<void>,
): Promise<void> => {
  const { quickInput } = workbench;
  await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
  await quickInput.pick("Another server with a token");
  await quickInput.waitOpen({ placeholder: "https://" });
  await quickInput.submit(url);
  await waitPassword(workbench);
  await quickInput.submit(token);
  const text = await workbench.toasts.wait(`Signed in to ${new URL(url).host}`);
  if (hasTable(text)) await closePermissionTable(workbench, look);
};

/** The box that hides what is typed. */
export const waitPassword = async (workbench: Workbench): Promise<void> => {
  await workbench.page.locator(".quick-input-box input[type=password]").waitFor();
};

/** Enters a token in place of the one that was forgotten: this VS Code forgets secrets with its window. */
export const replaceToken = async (workbench: Workbench, token = adaToken): Promise<void> => {
  await workbench.command("Forgeside: Replace Token...");
  // Not the palette, which closes at this moment.
  await waitPassword(workbench);
  await workbench.quickInput.submit(token);
};
