import { AuthorizationsModel } from "../../../src/authorizations/model.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { DeploymentsModel } from "../../../src/deployments/model.ts";
import { CommentsModel } from "../../../src/gists/comments/model.ts";
import { GistFiles } from "../../../src/gists/publishing/files.ts";
import { fileOptions } from "../../unit/gists/fileOptions.ts";
import { GistsModel } from "../../../src/gists/model.ts";
import { Trash } from "../../../src/gists/trash/model.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import { KeysModel } from "../../../src/keys/model.ts";
import { LocalChanges } from "../../../src/localChanges/model.ts";
import { CommitCommentsModel } from "../../../src/repos/comments/model.ts";
import type { CommitDraft } from "../../../src/repos/comments/types.ts";
import { RepoFiles } from "../../../src/repos/files/files.ts";
import { ReposModel } from "../../../src/repos/model.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { openWindow, signIn } from "../../unit/accounts/window.ts";
import { MemoryComments } from "../../unit/gists/comments/memory.ts";
import { repeatable } from "../../unit/sandbox/service.ts";
import type { FaultyService } from "./faultyService.ts";
import { HurriedClock } from "./hurriedClock.ts";
import { GistPublisher } from "../../../src/gists/publishing/gistPublisher.ts";

export const secrets = { token: "tok_mia_5f2c81", password: "hunter2-90ab" };
export const gistId = "a".repeat(20);
export const otherGistId = "b".repeat(20);

const files = { "a.txt": "one\ntwo\nthree\n", "b.txt": "kept\n" };
const date = "2025-06-01T00:00:00Z";
const commit = (message: string, more: object) => ({ message, author: "mia", date, ...more });

const oldKey = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${"O".repeat(43)}`;
export const newKey = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${"N".repeat(43)}`;

const seed: SandboxSeed = {
  users: [{ login: "mia", password: secrets.password }, { login: "otto" }],
  tokens: [
    { token: secrets.token, login: "mia", scopes: ["gist", "repo", "delete_repo"], note: "Signed in" },
    { token: "spare", login: "mia", scopes: ["gist"], note: "Spare" },
  ],
  gists: [
    { id: gistId, owner: "mia", description: "Notes", createdAt: date, updatedAt: date, files },
    {
      id: otherGistId,
      owner: "otto",
      description: "Theirs",
      public: true,
      createdAt: date,
      files: { "o.txt": "o\n" },
    },
  ],
  repositories: [
    {
      owner: "mia",
      name: "tools",
      description: "Tools",
      commits: [
        commit("First", { files: { "a.txt": "one\ntwo\nthree\n", "dir/m.txt": "move me\n" } }),
        commit("Next", { branch: "feature", from: "main", files: { "f.txt": "feature\n" } }),
      ],
      downloads: [{ name: "tools.zip", content: "zip" }],
      hooks: [{ config: { url: "https://example.com/old", content_type: "json", insecure_ssl: "0" } }],
      deployKeys: [{ title: "old", key: oldKey, readOnly: true }],
      deployments: [{ ref: "main", environment: "production" }],
      starredBy: [],
    },
    {
      owner: "otto",
      name: "theirs",
      commits: [{ ...commit("Begin", { files: { "x.txt": "x\n" } }), author: "otto" }],
    },
  ],
};

let prepared: ReturnType<ReturnType<typeof createSandbox>["state"]> | undefined;

/** A service of its own with all models of one window; `service` is mia at the service, past every fault. */
export const openStage = async (server: FaultyService) => {
  const clock = new HurriedClock();
  prepared ??= createSandbox({ seed, clock, random: repeatable() }).state();
  const sandbox = createSandbox({ state: prepared, clock, random: repeatable(), rateLimit: 1_000_000 });
  server.serve(sandbox, clock);
  const window = openWindow({ clock });
  const accounts = window.model;
  const accountId = await signIn(window, server.url, secrets.token);
  const service = new Client({
    baseUrl: server.url,
    dialect: "github",
    clock,
    transport: inProcessTransport((request) => sandbox.fetch(request)),
    writeGap: 0,
  });
  service.authenticate({ type: "token", token: secrets.token });
  const withPassword = new Client({ baseUrl: server.url, dialect: "github", clock, transport: nodeTransport });
  withPassword.authenticate({ type: "basic", username: "mia", password: secrets.password });
  const inspect = async ({ files: given }: { readonly files: Readonly<Record<string, string>> }) => given;
  const edits = new MemoryFolder();
  const talk = new MemoryComments();
  let commitDrafts: readonly CommitDraft[] = [];
  const mode: { of: "onSave" | "manual"; editor: "none" | "unsaved" } = { of: "onSave", editor: "none" };
  const gists = new GistsModel({ accounts, pageSize: () => 30, clock });
  const publisher = new GistPublisher(accounts, gists, clock);
  const gistFiles = new GistFiles(
    fileOptions({
      accounts,
      gists,
      publisher,
      edits,
      clock,
      modeOf: () => mode.of,
      inspect,
    }),
  );
  const repos = new ReposModel({
    accounts,
    ownOptions: () => ({ type: "all", sort: "full_name", direction: "asc" }),
  });
  const repoFiles = new RepoFiles({
    accounts,
    repos,
    clock,
    inspect,
    signatures: () => ({}),
    changes: new LocalChanges(new MemoryFolder(), clock),
    documentOf: ({ accountId: id, owner, repo, ref, path }) => ({
      accountId: id,
      uri: [owner, repo, ref, path].join("/"),
    }),
    bases: new MemoryFolder(),
    isSharedStorage: false,
    stateOf: () => mode.editor,
    confirmUnmerged: async () => undefined,
    askMessage: async () => "Change it",
  });
  const trashFolder = new MemoryFolder();
  const parts = {
    gists,
    publisher,
    files: gistFiles,
    repos,
    repoFiles,
    hooks: new HooksModel({ accounts }),
    keys: new KeysModel({ accounts }),
    deployments: new DeploymentsModel({ accounts, inspect: (_, _what, text) => Promise.resolve(text) }),
    comments: new CommentsModel({ accounts, storage: talk, own: () => [], inspect: async (_, body) => body }),
    commitComments: new CommitCommentsModel({
      accounts,
      storage: {
        readDrafts: () => commitDrafts,
        writeDrafts: (drafts) => (commitDrafts = structuredClone(drafts)),
        refresh: async () => undefined,
      },
      inspect: async (_, body) => body,
    }),
    authorizations: new AuthorizationsModel({
      accounts,
      withPassword: (_, _title, call) => call(withPassword, {}),
    }),
    trash: new Trash({
      accounts,
      folder: trashFolder,
      clock,
      keepDays: () => 30,
      create: (id, gist, signal) => gists.create(id, gist, signal),
      onError: () => undefined,
    }),
  };
  const account = accounts.get(accountId);
  if (!account) throw new Error("mia is not signed in.");
  return {
    ...parts,
    account,
    accounts,
    accountId,
    clock,
    mode,
    sandbox,
    service,
    edits,
    talk,
    trashFolder,
    commitDrafts: () => commitDrafts,
    place: { accountId, owner: "mia", repo: "tools" },
    file: { accountId, gistId, fileName: "a.txt" },
    content: { accountId, owner: "mia", repo: "tools", ref: "main", path: "a.txt" },
    dispose: () => {
      for (const part of Object.values(parts)) part.dispose();
      withPassword.dispose();
      service.dispose();
      accounts.dispose();
    },
  };
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
