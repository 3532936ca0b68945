import assert from "node:assert/strict";
import { commands } from "vscode";
import { SharedState } from "../../../src/base/sharedState.ts";
import { DeploymentDrafts } from "../../../src/deployments/deploymentDrafts.ts";
import { deploymentCommands } from "../../../src/ids.ts";
import { sharedFolder } from "../../../src/storage/folders.ts";
import { storageFolder } from "../../../src/storage/storageFolder.ts";
import { answering } from "./answers.ts";
import { filling } from "./forms.ts";
import { ownRepository, toolsSeed } from "./repoTools.ts";
import { hoursAgo, tokens } from "./seeds.ts";
import type { Session } from "./session.ts";

/** mia/tools with deployments to two environments. */
export const deploySeed = () => {
  const given = toolsSeed();
  return {
    ...given,
    repositories: (given.repositories ?? []).map((each) =>
      each.name === "tools"
        ? {
            ...each,
            commitStatuses: [
              { commit: "main", context: "ci/build", state: "success" as const, createdAt: hoursAgo(90) },
              { commit: "main", context: "ci/test", state: "failure" as const, createdAt: hoursAgo(90) },
            ],
            deployments: [
              {
                ref: "main",
                environment: "production",
                createdAt: hoursAgo(72),
                statuses: [
                  { state: "failure" as const, description: "The disk is full", createdAt: hoursAgo(71) },
                ],
              },
              {
                ref: "release/1",
                environment: "production",
                description: "For everybody",
                payload: { region: "north" },
                createdAt: hoursAgo(48),
                statuses: [
                  { state: "pending" as const, createdAt: hoursAgo(48) },
                  { state: "success" as const, createdAt: hoursAgo(47), targetUrl: "https://example.com/up" },
                ],
              },
              {
                ref: "feature/x#1",
                environment: "staging",
                task: "check",
                createdAt: hoursAgo(30),
                statuses: [
                  { state: "pending" as const, createdAt: hoursAgo(30), targetUrl: "javascript:alert(1)" },
                ],
              },
            ],
          }
        : each,
    ),
  };
};

interface Person {
  /** Rows of the form, below the one that does it. */
  readonly form?: readonly number[];
  readonly picks?: readonly string[];
  readonly texts?: readonly (string | undefined)[];
  readonly agrees?: boolean;
}

/** Rows of the form of a new deployment. */
export const formRows = { ref: 1, environment: 2, merging: 4, checks: 5, payload: 6, description: 7 } as const;

/** What a person does with the deployments of mia/tools. */
export const deployTools = (session: Session) => {
  const place = () => ({ accountId: session.accountId, owner: "mia", repo: "tools" });
  const said = () => session.messages;
  const row = (...labels: readonly string[]) => ownRepository(session, "mia/tools", "Deployments", ...labels);
  const all = () => session.forge.client(tokens.mia).call("repos.getDeployments", { user: "mia", repo: "tools" });
  const posted = () =>
    session.forge.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>);

  const asked: string[] = [];
  const refused: unknown[] = [];
  const run = async (id: string, target: unknown, person: Person = {}): Promise<void> => {
    const { form = [], picks = [], texts = [], agrees = true } = person;
    const [wanted, typed] = [[...picks], [...texts]];
    asked.length = 0;
    refused.length = 0;
    await answering(
      {
        showQuickPick: (rows: readonly { readonly label: string }[]) => {
          const part = wanted.shift();
          return part === undefined ? undefined : rows.find(({ label }) => label.includes(part));
        },
        showInputBox: ({ validateInput }: { readonly validateInput?: (text: string) => unknown }) => {
          const text = typed.shift();
          if (text !== undefined) refused.push(validateInput?.(text));
          return text;
        },
        showWarningMessage: (text: string, first: unknown, yes: string) => {
          asked.push(text);
          return agrees ? (typeof first === "string" ? first : yes) : undefined;
        },
      },
      () => filling(form, async () => commands.executeCommand(id, target)),
    );
  };
  const create = async (person: Person) => run(deploymentCommands.create, await row(), person);

  /** The drafts as a window has them that is opened now. */
  const otherWindow = async (): Promise<DeploymentDrafts> => {
    const onError = (error: unknown) => assert.fail(String(error));
    const state = new SharedState(storageFolder(sharedFolder(session.parts.context, "state")), onError);
    await state.load();
    return new DeploymentDrafts(state, onError);
  };
  const stored = async (environment = "production") => (await otherWindow()).get(place(), environment);
  /** What another window writes for production. */
  const theirs = { task: "deploy", payload: '{ "region": "theirs" }', description: "theirs" };
  const storeTheirs = async (): Promise<void> => {
    await (await otherWindow()).set(place(), { ...theirs, environment: "production" });
  };

  return { place, said, row, all, posted, asked, refused, run, create, otherWindow, stored, theirs, storeTheirs };
};
