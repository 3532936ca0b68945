import { demoSeed } from "../../../src/sandbox/demoSeed.ts";

const { users, gists = [], organizations = [], repositories = [] } = demoSeed(Date.now());

/** The labels of rows that are data of the demo seed: users, organizations, repositories, gists and their files. */
export const demoLabels: ReadonlySet<string> = new Set([
  ...[...users, ...organizations].map(({ login }) => login),
  ...users.map(({ login }) => `${login} (sandbox)`),
  ...repositories.map(({ owner, name }) => `${owner}/${name}`),
  ...gists.flatMap(({ description, files }) => [description ?? "", ...Object.keys(files)]),
]);
