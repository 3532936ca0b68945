import type { Uri } from "vscode";
import { contentUri } from "../../../src/repos/uri.ts";
import { people, smallSeed, tokens } from "./seeds.ts";
import { useSession } from "./session.ts";

const at = { user: "mia", repo: "tools" };

/** Called in a `describe`: `useSession` with a repository of mia, which her token may change. */
export const useRepositorySession = () => {
  const session = useSession({
    seed: () => ({
      ...smallSeed(),
      tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
    }),
  });
  const mia = () => session.forge.client(tokens.mia);
  beforeEach(async () => {
    await mia().call("repos.create", { name: at.repo, auto_init: true });
    session.forge.requests.length = 0;
  });
  return {
    session,
    at,
    mia,
    uri: (path: string, ref = "main"): Uri =>
      contentUri({ accountId: session.accountId, owner: at.user, repo: at.repo, ref, path }),
    /** Commits a new file. */
    add: async (path: string, text: string): Promise<void> => {
      const content = Buffer.from(text).toString("base64");
      await mia().call("repos.createFile", { ...at, path, message: "Add", content, branch: "main" });
    },
    /** The text of a file at the service; undefined where there is none. */
    atService: async (path: string): Promise<string | undefined> => {
      const content = await mia()
        .call("repos.getContent", { ...at, path, ref: "main" })
        .catch(() => undefined);
      return content && "content" in content ? Buffer.from(content.content ?? "", "base64").toString() : undefined;
    },
  };
};
