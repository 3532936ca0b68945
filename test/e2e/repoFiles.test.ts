import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { poll } from "../support/run/poll.ts";

const at = { user: "ada", repo: "engine" };
const commit = (message: string, date: string, text: string) => ({
  author: "ada",
  date,
  message,
  files: { "src/mill.ts": text, "src/store.ts": "export const store = [];\n" },
});

testInWorkbench(
  "A person renames a file of a repository by its menu, looks at its history, and deletes it",
  {},
  async (workbench) => {
    const service = await startService({
      ...repositorySeed,
      repositories: [
        {
          owner: "ada",
          name: "engine",
          commits: [
            commit("Begin", "2026-01-01T00:00:00Z", "export const mill = 1;\n"),
            commit("Turn faster", "2026-01-02T00:00:00Z", "export const mill = 2;\n"),
          ],
        },
      ],
    });
    const { editor, page, quickInput } = workbench;
    const names = async (): Promise<readonly string[]> => {
      const content = await service.ada.call("repos.getContent", { ...at, path: "src", ref: "main" });
      return Array.isArray(content) ? content.map(({ name }: { readonly name: string }) => name) : [];
    };
    const subjects = async (): Promise<readonly string[]> =>
      (await service.ada.call("repos.getCommits", { ...at, sha: "main" })).map(
        ({ commit: { message } }) => message,
      );
    const untilNames = (expected: readonly string[]) =>
      poll(async () => (await names()).join() === expected.join(), {
        timeout: 30_000,
        what: `the service has ${expected.join()}`,
      });
    try {
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.expand("src");

      await tree.menu("mill.ts", "Show Repository File History...");
      await quickInput.waitOpen({ title: "mill.ts", placeholder: "Select a commit to see what it changed" });
      const commits = ["Turn faster", "Begin"];
      for (const subject of commits) await quickInput.row(subject).waitFor();
      const listed = (await quickInput.items()).filter((item) => commits.includes(item));
      assert.deepEqual(listed, commits);
      await workbench.screenshot("repository-file-history");
      await quickInput.pick("Turn faster");
      await page.locator(".tab.active", { hasText: "Turn faster" }).waitFor();
      for (const [side, text] of [
        ["original", "export const mill = 1;"],
        ["modified", "export const mill = 2;"],
      ] as const)
        await page
          .locator(`.monaco-diff-editor .editor.${side} .view-line`, { hasText: text })
          .or(
            page.locator(`.monaco-diff-editor .editor.${side} .view-line`, {
              hasText: text.replaceAll(" ", "\u00A0"),
            }),
          )
          .first()
          .waitFor();
      await editor.close();

      await tree.menu("mill.ts", "Rename or Move Repository File...");
      await quickInput.waitOpen({ title: "Rename mill.ts" });
      assert.equal(await quickInput.value(), "src/mill.ts");
      await quickInput.submit("src/wheel.ts");
      await quickInput.waitOpen({ title: "Commit to ada/engine: main" });
      await quickInput.submit("Name it after what turns");
      await tree.waitRow("wheel.ts");
      await tree.waitNoRow("mill.ts");
      await untilNames(["store.ts", "wheel.ts"]);
      assert.ok((await subjects()).includes("Name it after what turns"));
      await workbench.screenshot("repository-file-renamed");

      await tree.menu("wheel.ts", "Delete Repository File...");
      await quickInput.waitOpen({ title: "Commit to ada/engine: main" });
      await quickInput.submit("It no longer turns");
      await tree.waitNoRow("wheel.ts");
      await untilNames(["store.ts"]);
      assert.equal((await subjects())[0], "It no longer turns");
      await tree.waitRow("store.ts");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A file in Git LFS is saved as its content, and a server that doesn't answer is named with a way to cancel",
  {},
  async (workbench) => {
    const { editor, quickInput, toasts } = workbench;
    const film = "the film\n".repeat(200);
    const oid = createHash("sha256").update(film).digest("hex");
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${film.length}\n`;
    let isSlow = false;
    let answerAll = (): void => undefined;
    const service = await startService(
      {
        ...repositorySeed,
        repositories: [
          {
            owner: "ada",
            name: "engine",
            commits: [
              {
                ...commit("Begin", "2026-01-01T00:00:00Z", "one\n"),
                files: { "film.txt": pointer, "notes.txt": "one\n" },
              },
            ],
          },
        ],
      },
      0,
      {
        answer: (request) => {
          const { origin, pathname } = new URL(request.url);
          if (isSlow && request.method === "GET" && pathname.includes("/repos/"))
            return new Promise<undefined>((resolve) => {
              answerAll = () => resolve(undefined);
            });
          if (pathname === "/media/film.txt") return new Response(film);
          if (!pathname.endsWith("/repos/ada/engine/contents/film.txt")) return undefined;
          return Response.json({
            type: "file",
            name: "film.txt",
            path: "film.txt",
            sha: "0".repeat(40),
            size: pointer.length,
            encoding: "base64",
            content: Buffer.from(pointer).toString("base64"),
            download_url: `${origin}/media/film.txt`,
          });
        },
      },
    );
    try {
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("film.txt");
      await editor.waitText("version https://git-lfs.github.com/spec/v1");
      const said = "“film.txt” is stored with Git LFS (1.8 kB). The editor shows its pointer.";
      await toasts.wait(said);
      assert.deepEqual(await toasts.buttons(said), ["Save Content As...", "Open in Browser"]);
      await workbench.screenshot("repository-file-lfs");
      await toasts.click(said, "Save Content As...");
      await quickInput.waitOpen({ title: "Save Content As" });
      await quickInput.accept();
      await editor.waitText("the film");
      await editor.close();

      isSlow = true;
      await tree.click("notes.txt");
      const slow = "hasn't responded for 5 seconds.";
      await toasts.wait(slow);
      await workbench.screenshot("slow-server");
      await toasts.click(slow, "Cancel");
      await toasts.waitGone(slow);
      isSlow = false;
      answerAll();
      await editor.close();
      await tree.click("notes.txt");
      await editor.waitText("one");
    } finally {
      answerAll();
      await service.close();
    }
  },
);
