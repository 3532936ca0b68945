import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/createSandbox.ts";
import { demoSeed } from "../../src/sandbox/demoSeed.ts";
import { parseSeed, type SandboxSeed } from "../../src/sandbox/seed.ts";
import { serveSandbox } from "../../src/sandbox/server.ts";
import { parseState } from "../../src/sandbox/state.ts";
import type { Deliver } from "../../src/sandbox/webhooks/hookPost.ts";
import { deliverToLoopback } from "../../src/sandbox/webhooks/loopbackDelivery.ts";
import { keepStateFile, readJsonFile } from "./stateFile.ts";

export const sandboxUsage = `Serves the sandbox on this machine.

  npm run sandbox -- [--port N] [--state FILE] [--seed FILE] [--rate-limit N] [--cors]

  --port N        0, the default, takes any free port
  --state FILE    load the state from FILE when it exists, and keep it saved there
  --seed FILE     begin with this seed (src/sandbox/seedFormat.md) instead of the demo data
  --rate-limit N  requests per hour of every caller
  --cors          let web pages of any origin use it, and with it the services of this machine that hooks name`;

interface Arguments {
  readonly port: number;
  readonly state: string | undefined;
  readonly seed: string | undefined;
  readonly rateLimit: number | undefined;
  readonly cors: boolean;
}

const readArguments = (args: readonly string[]): Arguments => {
  const options = {
    port: { type: "string" },
    state: { type: "string" },
    seed: { type: "string" },
    "rate-limit": { type: "string" },
    cors: { type: "boolean" },
  } as const;
  let values: { readonly [name in Exclude<keyof typeof options, "cors">]?: string | undefined } & {
    readonly cors?: boolean | undefined;
  };
  try {
    ({ values } = parseArgs({ args: [...args], options, strict: true }));
  } catch (error) {
    throw new UserError(`${messageOf(error)}\n\n${sandboxUsage}`);
  }
  const wholeNumber = (name: "port" | "rate-limit", largest: number): number | undefined => {
    const text = values[name];
    if (text === undefined) return undefined;
    if (/^\d{1,9}$/.test(text) && Number(text) <= largest) return Number(text);
    throw new UserError(`--${name} takes a whole number from 0 to ${largest}, not ${JSON.stringify(text)}.`);
  };
  return {
    port: wholeNumber("port", 65_535) ?? 0,
    state: values.state,
    seed: values.seed,
    rateLimit: wholeNumber("rate-limit", 999_999_999),
    cors: values.cors ?? false,
  };
};

const readSeed = async (file: string) => {
  const data = await readJsonFile(file);
  if (data === undefined) throw new UserError(`There is no file ${file}.`);
  try {
    return parseSeed(data);
  } catch (error) {
    throw new UserError(`${file}: ${messageOf(error)}`);
  }
};

/** The demo's own tokens are known to everyone. */
const withRandomTokens = (seed: SandboxSeed): SandboxSeed => ({
  ...seed,
  tokens: (seed.tokens ?? []).map((each) => ({
    ...each,
    token: `sandbox_${each.login.replaceAll("-", "_")}_${crypto.randomUUID().replaceAll("-", "")}`,
  })),
});

/** A hook that led back here would act with the rights of the sandbox's own address. */
const deliverElsewhere =
  (ownPort: () => string): Deliver =>
  async (post) => {
    if (new URL(post.url).port === ownPort()) throw new Error("the sandbox does not deliver to itself");
    return deliverToLoopback(post);
  };

const beginning = async (
  { state, seed }: Arguments,
  clock: Clock,
): Promise<Pick<SandboxOptions, "state"> | Pick<SandboxOptions, "seed">> => {
  const saved = state === undefined ? undefined : await readJsonFile(state);
  if (saved === undefined)
    return { seed: seed === undefined ? withRandomTokens(demoSeed(clock.now())) : await readSeed(seed) };
  try {
    return { state: parseState(saved) };
  } catch (error) {
    throw new UserError(`${state}: ${messageOf(error)}`);
  }
};

const greeting = (url: string, sandbox: Sandbox): readonly string[] => [
  `The sandbox listens at ${url} (and ${url}/api/v3 as an enterprise server).`,
  ...sandbox
    .state()
    .tokens.map(({ login, scopes, token }) => `  ${login}  ${token}  ${scopes.join(", ") || "(no scopes)"}`),
];

export interface RunningSandbox {
  readonly url: string;
  stop(): Promise<void>;
}

/** What `npm run sandbox` does. Fails with a `UserError` for arguments and files that it cannot use. */
export const runSandboxCommand = async (
  args: readonly string[],
  print: (line: string) => void,
  clock: Clock = systemClock,
): Promise<RunningSandbox> => {
  const given = readArguments(args);
  const begin = await beginning(given, clock);
  const limit = given.rateLimit === undefined ? {} : { rateLimit: given.rateLimit };
  let url = "";
  const deliver = deliverElsewhere(() => (url === "" ? "" : new URL(url).port));
  const sandbox = createSandbox({ ...begin, ...limit, clock, deliver });
  const file = given.state === undefined ? undefined : keepStateFile(given.state, sandbox, clock, print);
  const server = await serveSandbox(sandbox, { port: given.port, allowCors: given.cors }).catch(
    (error: unknown) => {
      throw new UserError(`Port ${given.port} cannot be used: ${messageOf(error)}`);
    },
  );
  ({ url } = server);
  for (const line of greeting(server.url, sandbox)) print(line);
  return {
    url: server.url,
    async stop() {
      await server.close();
      await file?.close();
    },
  };
};
