import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { messageOf, UserError } from "../../src/base/errors.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/createSandbox.ts";
import { demoSeed } from "../../src/sandbox/demoSeed.ts";
import { parseSeed } from "../../src/sandbox/seed.ts";
import { serveSandbox } from "../../src/sandbox/server.ts";
import { parseState } from "../../src/sandbox/state.ts";
import { deliverToLoopback } from "../../src/sandbox/webhooks/loopbackDelivery.ts";
import { keepStateFile, readJsonFile } from "./stateFile.ts";

export const sandboxUsage = `Serves the sandbox on this machine.

  npm run sandbox -- [--port N] [--state FILE] [--seed FILE] [--rate-limit N]

  --port N        0, the default, takes any free port
  --state FILE    load the state from FILE when it exists, and keep it saved there
  --seed FILE     begin with this seed (src/sandbox/seedFormat.md) instead of the demo data
  --rate-limit N  requests per hour of every caller`;

interface Arguments {
  readonly port: number;
  readonly state: string | undefined;
  readonly seed: string | undefined;
  readonly rateLimit: number | undefined;
}

const readArguments = (args: readonly string[]): Arguments => {
  const options = {
    port: { type: "string" },
    state: { type: "string" },
    seed: { type: "string" },
    "rate-limit": { type: "string" },
  } as const;
  let values: { readonly [name in keyof typeof options]?: string | undefined };
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

const beginning = async (
  { state, seed }: Arguments,
  clock: Clock,
): Promise<Pick<SandboxOptions, "state"> | Pick<SandboxOptions, "seed">> => {
  const saved = state === undefined ? undefined : await readJsonFile(state);
  if (saved === undefined) return { seed: seed === undefined ? demoSeed(clock.now()) : await readSeed(seed) };
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
  const sandbox = createSandbox({ ...begin, ...limit, clock, deliver: deliverToLoopback });
  const file = given.state === undefined ? undefined : keepStateFile(given.state, sandbox, clock, print);
  const server = await serveSandbox(sandbox, { port: given.port }).catch((error: unknown) => {
    throw new UserError(`Port ${given.port} cannot be used: ${messageOf(error)}`);
  });
  for (const line of greeting(server.url, sandbox)) print(line);
  return {
    url: server.url,
    async stop() {
      await server.close();
      await file?.close();
    },
  };
};
