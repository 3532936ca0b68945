import { HttpError } from "../../../src/client/errors.ts";
import { type Write, write } from "./write.ts";
import type { Stage } from "./stage.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const at = { user: "mia", repo: "tools" };
const theirs = { user: "otto", repo: "theirs" };
const isThere = async (is: boolean | Promise<boolean>): Promise<number> => ((await is) ? 1 : 0);
const mineText = "one\ntwo\nthree\nfour\n";

const repositories = async ({ service }: Stage, name: string): Promise<number> =>
  (await service.call("repos.getAll", { per_page: 100 })).filter(
    (repository) => repository.owner.login === "mia" && repository.name.startsWith(name),
  ).length;

const contentOf = async ({ service }: Stage, path: string): Promise<string | undefined> => {
  try {
    const content = await service.call("repos.getContent", { ...at, path, ref: "main" });
    return "content" in content ? Buffer.from(String(content.content), "base64").toString("utf8") : undefined;
  } catch (error) {
    if (HttpError.is(error, "notFound")) return undefined;
    throw error;
  }
};
const commits = async ({ service }: Stage): Promise<number> =>
  (await service.call("repos.getCommits", { ...at, sha: "main", per_page: 100 })).length;

export const repoWrites: readonly Write[] = [
  write({
    name: "create a repository",
    act: ({ repos, accountId }) => repos.writes.create(accountId, { name: "fresh", auto_init: true }),
    done: (stage) => repositories(stage, "fresh"),
  }),
  write({
    name: "fork a repository",
    act: ({ repos, place }) => repos.writes.fork({ ...place, owner: "otto", repo: "theirs" }, undefined),
    done: (stage) => repositories(stage, "theirs"),
  }),
  write({
    name: "change a repository",
    act: ({ repos, place }) =>
      repos.writes.update(place, { name: "tools", description: "Other words", has_wiki: false }),
    done: ({ service }) =>
      isThere(service.call("repos.get", at).then(({ description }) => description === "Other words")),
  }),
  write({
    name: "rename a repository",
    act: ({ repos, place }) => repos.writes.update(place, { name: "gear" }),
    done: (stage) => repositories(stage, "gear"),
  }),
  write({
    name: "delete a repository",
    act: ({ repos, place }) => repos.writes.delete(place),
    done: async (stage) => 1 - (await repositories(stage, "tools")),
  }),
  write({
    name: "star a repository",
    act: ({ repos, place }) => repos.setStar({ ...place, owner: "otto", repo: "theirs" }, true),
    done: ({ service }) => isThere(service.check("repos.getStarring", theirs)),
  }),
  write({
    name: "stop watching a repository",
    setUp: ({ repos, place }) => repos.setWatch({ ...place, owner: "otto", repo: "theirs" }, true),
    act: ({ repos, place }) => repos.setWatch({ ...place, owner: "otto", repo: "theirs" }, false),
    done: ({ service }) => isThere(service.check("repos.getWatching", theirs).then((is) => !is)),
  }),
  write({
    name: "add a collaborator",
    act: ({ repos, place }) => repos.writes.addCollaborator(place, "otto"),
    done: ({ service }) => isThere(service.check("repos.getCollaborator", { ...at, collabuser: "otto" })),
  }),
  write({
    name: "remove a collaborator",
    setUp: ({ repos, place }) => repos.writes.addCollaborator(place, "otto"),
    act: ({ repos, place }) => repos.writes.removeCollaborator(place, "otto"),
    done: ({ service }) =>
      isThere(service.check("repos.getCollaborator", { ...at, collabuser: "otto" }).then((is) => !is)),
  }),
  write({
    name: "make an empty file",
    act: ({ repos, content }) => repos.writes.createFile({ ...content, path: "empty.md" }, "Add it"),
    done: (stage) => isThere(contentOf(stage, "empty.md").then((text) => text === "")),
  }),
  write({
    name: "make a branch",
    setUp: async ({ service }) => (await service.call("repos.getBranch", { ...at, branch: "main" })).commit.sha,
    act: ({ repos, place }, sha) => repos.writes.createBranch(place, "next", sha),
    done: ({ service }) => isThere(service.check("repos.getBranch", { ...at, branch: "next" })),
  }),
  write({
    name: "merge a branch",
    setUp: commits,
    act: ({ repos, place }) => repos.writes.merge(place, { base: "main", head: "feature", text: "" }),
    done: (stage) => isThere(contentOf(stage, "f.txt").then((text) => text !== undefined)),
  }),
  write({
    name: "delete a download",
    setUp: async ({ service }) => (await service.call("repos.getDownloads", at))[0]?.id ?? 0,
    act: ({ repos, place }, id) => repos.writes.deleteDownload(place, id),
    done: async ({ service }) => 1 - (await service.call("repos.getDownloads", at)).length,
  }),
  write({
    name: "commit a file",
    setUp: async (stage) => {
      await stage.repoFiles.read(stage.content);
      return commits(stage);
    },
    act: ({ repoFiles, content }) => repoFiles.write(content, bytes(mineText)),
    done: async (stage, before) =>
      (await contentOf(stage, "a.txt")) === mineText ? (await commits(stage)) - before : 0,
  }),
  write({
    name: "commit a file that someone else changed",
    setUp: async (stage) => {
      await stage.repoFiles.read(stage.content);
      const { service } = stage;
      const former = await service.call("repos.getContent", { ...at, path: "a.txt", ref: "main" });
      await service.call("repos.updateFile", {
        ...at,
        path: "a.txt",
        message: "Theirs",
        content: Buffer.from("zero\none\ntwo\nthree\n").toString("base64"),
        sha: String(Reflect.get(former, "sha")),
        branch: "main",
      });
      return commits(stage);
    },
    act: ({ repoFiles, content }) => repoFiles.write(content, bytes(mineText)),
    done: async (stage, before) =>
      (await contentOf(stage, "a.txt")) === `zero\n${mineText}` ? (await commits(stage)) - before : 0,
  }),
  write({
    name: "commit a new file",
    setUp: commits,
    act: ({ repoFiles, content }) => repoFiles.write({ ...content, path: "new.txt" }, bytes(mineText)),
    done: async (stage, before) =>
      (await contentOf(stage, "new.txt")) === mineText ? (await commits(stage)) - before : 0,
  }),
  write({
    name: "delete a file",
    act: async ({ repoFiles, content }) => repoFiles.deleteAll(await repoFiles.toDelete([content])),
    done: (stage) => isThere(contentOf(stage, "a.txt").then((text) => text === undefined)),
  }),
  write({
    name: "move a file",
    act: ({ repoFiles, content }) =>
      repoFiles.moveAll([{ from: { ...content, path: "dir/m.txt" }, to: { ...content, path: "n.txt" } }]),
    done: async (stage) =>
      isThere(
        (await contentOf(stage, "n.txt")) === "move me\n" && (await contentOf(stage, "dir/m.txt")) === undefined,
      ),
  }),
  write({
    name: "comment on a commit",
    setUp: async ({ service, commitComments, place }) => {
      const { sha } = (await service.call("repos.getBranch", { ...at, branch: "main" })).commit;
      await commitComments.list({ ...place, sha });
      return sha;
    },
    act: ({ commitComments, place }, sha) => commitComments.create({ ...place, sha }, "Said once"),
    done: async ({ service }, sha) => (await service.call("repos.getCommitComments", { ...at, sha })).length,
    isHeld: (stage) => stage.commitDrafts().some(({ body }) => body === "Said once"),
    again: async (stage) => {
      for (const { localId } of stage.commitDrafts()) await stage.commitComments.retry(localId);
    },
  }),
];
