import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { decodeBase64, encodeBase64 } from "../../src/base/bytes.ts";
import { fc } from "../support/fastCheck.ts";
import { decodeSecret, encodeAccounts, profilesOf } from "../../src/accounts/storage/storage.ts";
import { activityOf } from "../../src/activity/activity.ts";
import { SavedFeeds } from "../../src/activity/feeds.ts";
import { parseTimelinePlace } from "../../src/deployments/timeline/place.ts";
import { arrangementOf } from "../../src/gists/arrange/arrangement.ts";
import { FollowedUsers } from "../../src/gists/arrange/followedUsers.ts";
import { Drafts } from "../../src/gists/publishing/drafts.ts";
import { sharesOf } from "../../src/gists/share/storedShares.ts";
import { decodeEdit, encodeEdit, type PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { clashKey } from "../../src/base/safeName.ts";
import { decodeLinks, encodeLinks } from "../../src/gists/links/linkFile.ts";
import { decodeIndex, encodeIndex } from "../../src/gists/search/indexStorage.ts";
import { isIndexedGist } from "../../src/gists/search/record.ts";
import { storedIndexOf } from "../../src/gists/search/storedIndex.ts";
import { TextIndex } from "../../src/gists/search/textIndex.ts";
import { decodeManifest, encodeManifest, type Manifest } from "../../src/gists/transfer/manifest.ts";
import { decodeDeleted, type DeletedGist, encodeDeleted } from "../../src/gists/trash/deletedGist.ts";
import { parseHook } from "../../src/hooks/hookDocument.ts";
import { decodeChange, encodeChange, type LocalChange } from "../../src/localChanges/model.ts";
import { OperationsModel } from "../../src/operations/model.ts";
import { decodeNotebook, encodeNotebook } from "../../src/operations/notebook/notebookFile.ts";
import { lineRanges, positionOfLine } from "../../src/repos/comments/position.ts";
import { decodeBase } from "../../src/repos/files/fileBases.ts";
import { parsePageMessage } from "../../src/repos/insights/messages.ts";
import { RepoRoots } from "../../src/repos/view/roots.ts";
import { parseRepoPlace } from "../../src/repos/types.ts";
import { parseSeed } from "../../src/sandbox/seed.ts";
import { parseState } from "../../src/sandbox/state.ts";
import { anyJson, anyText } from "../support/anyJson.ts";

const id = "a".repeat(32);
const hash = "0123456789abcdef".repeat(4);
const profile = {
  id: "mia@forge.example",
  kind: "other",
  baseUrl: "https://forge.example",
  dialect: "github",
  login: "mia",
  credential: "token",
} as const;
const link = { path: "src/a.ts", server: "https://forge.example", gist: id, file: "a.ts", base: hash };
const manifest: Manifest = {
  version: 1,
  server: "https://forge.example",
  login: "mia",
  exported: "2026-01-01T00:00:00Z",
  gists: [
    {
      id,
      description: "Notes",
      public: true,
      created: "2026-01-01T00:00:00Z",
      updated: "2026-01-01T00:00:00Z",
      url: "https://forge.example/a",
      directory: "notes",
      comments: 0,
      files: [{ name: "a.md", path: "notes/a.md", size: 1, sha256: hash, language: null }],
    },
  ],
};
const edit: PendingEdit = {
  id: "0123456789abcdef0123456789abcdef",
  place: { accountId: "mia", gistId: id, fileName: "a.md" },
  state: "queued",
  base: null,
  mine: "text",
  since: 1,
  changed: 2,
  reason: "network",
};
const change: LocalChange = {
  id: "x",
  place: { accountId: "mia", uri: "forgeside-repo://mia/a.md" },
  content: "eA==",
  base: null,
  description: "mia/hello · main",
  since: 1,
  changed: 2,
};
const deleted: DeletedGist = {
  id: "1-a",
  accountId: "mia",
  deletedAt: 1,
  gistId: id,
  url: "https://forge.example/a",
  title: "Notes",
  description: null,
  public: false,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  files: [{ name: "a.md", text: "x" }],
  comments: [{ login: "otto", body: "Nice", createdAt: "2026-01-01T00:00:00Z" }],
};
const draft = { id: "new-1", accountId: "mia", description: "", public: false, files: ["a.md"] };
const feed = { kind: "received", target: "mia" } as const;
const event = {
  id: "1",
  type: "PushEvent",
  actor: { login: "mia" },
  repo: { name: "mia/hello" },
  created_at: "2026-01-01T00:00:00Z",
  payload: { commits: [{ message: "x" }] },
};
const indexed = {
  id,
  description: "",
  owner: "mia",
  updated: "2026-01-01T00:00:00Z",
  url: "https://forge.example/a",
  isPublic: true,
  isOwn: true,
  isStarred: false,
  commentCount: 0,
  files: [{ name: "a.md", language: "Markdown", text: "x" }],
  comments: [{ id: 1, author: "otto", text: "x" }],
};
const call = { operation: "gists.get", parameters: { id }, accountId: "mia", at: 1, status: 200 };
const state = {
  version: 2,
  nextNumber: 1,
  users: [],
  tokens: [],
  gists: [],
  organizations: [],
  repositories: [],
  git: { blobs: {}, trees: {}, commits: {} },
  events: [],
};
const seed = { users: [{ login: "mia" }], tokens: [{ token: "t", login: "mia", scopes: [] }], gists: [] };
const hook = { name: "web", active: true, events: ["push"], config: { url: "https://x.example", secret: "s" } };
const place = { accountId: "mia", owner: "mia", repo: "hello" };

/** Reads what a file or the storage had. */
const ofTexts: Readonly<Record<string, readonly [valid: unknown, read: (text: string) => unknown]>> = {
  "links.json": [{ version: 1, links: [link] }, (text) => decodeLinks(text, "/home")],
  "a manifest": [manifest, (text) => decodeManifest(new TextEncoder().encode(text))],
  "an edit": [{ version: 1, edit }, (text) => decodeEdit(edit.id, text)],
  "a local change": [
    { version: 1, change },
    (text) => {
      const decoded = decodeChange(change.id, text);
      return typeof decoded === "string" ? decoded : decodeBase64(decoded.content);
    },
  ],
  "a base of a file": [{ sha: "1", content: "eA==", merged: "eA==" }, decodeBase],
  "a deleted gist": [{ version: 1, deleted }, decodeDeleted],
  "a notebook": [{ version: 1, cells: [{ kind: "text", text: ["x"], answer: {} }] }, decodeNotebook],
  "the accounts": [{ version: 1, accounts: [{ profile, token: "t" }] }, decodeSecret],
  "a webhook document": [hook, parseHook],
  "a patch": ["@@ -1,2 +1,3 @@\n a\n+b\n c", (text) => [lineRanges(text), positionOfLine(text, 2)]],
};

const ofValues: Readonly<Record<string, readonly [valid: unknown, read: (value: unknown) => unknown]>> = {
  profiles: [[profile], profilesOf],
  "an arrangement": [{ filter: "x", sort: "name", group: "tag" }, arrangementOf],
  "an indexed gist": [indexed, isIndexedGist],
  "an event": [event, (value) => activityOf(value, feed)],
  feeds: [
    { mia: [feed] },
    (value) => new SavedFeeds({ read: () => value as never, write: () => undefined }).of("mia", "mia"),
  ],
  drafts: [
    [draft],
    (value) => {
      const drafts = new Drafts({
        read: () => value as never,
        write: () => undefined,
        refresh: () => Promise.resolve(),
      });
      drafts.forgetAccount("otto");
      return drafts.get("mia", "new-1")?.files.includes("a.md");
    },
  ],
  "the lists of repositories": [
    { mia: { lists: ["org:acme"], opened: [{ owner: "mia", repo: "hello" }] } },
    (value) => {
      const storage = { readRoots: () => value as never, readOwnOptions: () => value };
      const roots = new RepoRoots({ ...storage, writeRoots: () => undefined, writeOwnOptions: () => undefined });
      const { lists, opened } = roots.of("mia");
      return [
        lists.map((each) => each.toLowerCase()),
        opened.map(({ owner }) => owner.toLowerCase()),
        roots.ownOptions,
      ];
    },
  ],
  "shares that can be undone": [
    [
      {
        accountId: "mia",
        sharedAt: 1,
        id,
        link: "https://forge.example/a",
        comments: 0,
        updatedAt: "",
        version: hash,
      },
    ],
    (value) => sharesOf(value, 2).map(({ gist }) => gist.html_url.toLowerCase()),
  ],
  "followed users": [
    { mia: ["otto"] },
    (value) => new FollowedUsers({ read: () => value as never, write: () => undefined }).has("mia", "otto"),
  ],
  "past calls": [
    [call],
    (value) => {
      const model = new OperationsModel({
        readHistory: () => value,
        writeHistory: () => undefined,
        readFavourites: () => value,
        writeFavourites: () => undefined,
      });
      return model.recent("mia", 3);
    },
  ],
  "a message of a page": [{ type: "ready" }, parsePageMessage],
  "a place of the timeline": [{ ...place, deploymentId: 1 }, parseTimelinePlace],
  "a place of a repository": [place, parseRepoPlace],
};

describe("What reads stored and received data", () => {
  for (const [title, [valid, read]] of Object.entries(ofTexts))
    it(`never throws for ${title}, whatever its text is`, () => {
      fc.assert(
        fc.property(anyText(valid), (text) => void read(text)),
        { numRuns: 400 },
      );
    });

  for (const [title, [valid, read]] of Object.entries(ofValues))
    it(`never throws for ${title}, whatever its value is`, () => {
      fc.assert(
        fc.property(anyJson(valid), (value) => void read(value)),
        { numRuns: 400 },
      );
    });

  for (const [title, valid, parse] of [
    ["state", state, parseState],
    ["a seed", seed, parseSeed],
  ] as const)
    it(`takes ${title} of the sandbox, or says in an Error what is wrong with it`, () => {
      fc.assert(
        fc.property(anyJson(valid), (value) => {
          try {
            parse(value);
          } catch (error) {
            assert.equal(Object.getPrototypeOf(error), Error.prototype, String(error));
          }
        }),
        { numRuns: 400 },
      );
      assert.deepEqual(parse(valid), valid);
    });

  const readIndex = async (bytes: Uint8Array): Promise<void> => {
    try {
      const { gists, index } = await decodeIndex(bytes, systemClock);
      assert.ok(gists.every(isIndexedGist));
      if (index) new TextIndex().restore(gists, index);
    } catch (error) {
      assert.ok(error instanceof Error);
    }
  };

  it("rejects an index of version 1 that is damaged with an Error", async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ version: 1, gists: 1 }), anyText(indexed), (first, second) =>
        readIndex(new TextEncoder().encode(`${first}\n${second}\n`)),
      ),
    );
  });

  it("rejects an index that is damaged with an Error, wherever that is", async () => {
    const index = new TextIndex();
    index.put(indexed);
    const bytes = await encodeIndex(
      [indexed],
      await storedIndexOf(index.snapshot([indexed]), systemClock),
      systemClock,
    );
    const damage = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255), end: fc.nat(bytes.length) });
    await fc.assert(
      fc.asyncProperty(damage, fc.boolean(), async ({ at, byte, end }, isCut) => {
        const damaged = isCut ? bytes.slice(0, end) : bytes.slice();
        if (!isCut) damaged[at] = byte;
        await readIndex(damaged);
        const isSame = damaged.length === bytes.length && damaged.every((each, index) => each === bytes[index]);
        if (!isSame) await assert.rejects(decodeIndex(damaged, systemClock));
      }),
    );
  });
});

const text = fc.string({ unit: "binary" });

describe("What is stored", () => {
  it("is read again as it was: edits", () => {
    fc.assert(
      fc.property(text, fc.option(text), text, (mine, base, fileName) => {
        const given = { ...edit, mine, base, place: { ...edit.place, fileName } };
        assert.deepEqual(decodeEdit(given.id, encodeEdit(given)), given);
      }),
    );
  });

  it("is read again as it was: local changes, unless their content is not Base64", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.option(text), text, (bytes, base, description) => {
        const given = { ...change, content: encodeBase64(bytes), base, description };
        assert.deepEqual(decodeChange(given.id, encodeChange(given)), given);
        assert.equal(decodeChange(given.id, encodeChange({ ...given, content: `${given.content}*` })), "damaged");
      }),
    );
  });

  it("is read again as it was: deleted gists", () => {
    fc.assert(
      fc.property(text, text, fc.option(text), (name, content, description) => {
        const given = { ...deleted, description, files: [{ name, text: content }] };
        assert.deepEqual(decodeDeleted(encodeDeleted(given)), given);
      }),
    );
  });

  it("is read again as it was: notebooks", () => {
    const cell = fc.record(
      { kind: fc.constantFrom("call" as const, "text" as const), text },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        assert.deepEqual(decodeNotebook(encodeNotebook(cells)), cells);
      }),
    );
  });

  it("is read again as it was: accounts", () => {
    const token = fc.string({ unit: fc.constantFrom("a", "Z", "0", "_", "~", "!"), minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ profile: fc.constant(profile), token }, { noNullPrototype: true })),
        (accounts) => {
          assert.deepEqual(decodeSecret(encodeAccounts(accounts)), { kind: "accounts", accounts, others: [] });
        },
      ),
    );
  });

  it("is read again as it was: links", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "B", "é", "-", "1"), minLength: 1, maxLength: 20 });
    const given = fc.uniqueArray(fc.record({ folder: name, file: name, base: fc.constantFrom(hash, null) }), {
      selector: ({ folder, file }) => clashKey(`${folder}/${file}`),
    });
    fc.assert(
      fc.property(given, (entries) => {
        const links = entries
          .map(({ folder, file, base }) => ({
            folder: "/home",
            path: `${folder}/${file}`,
            server: "https://forge.example",
            gistId: id,
            fileName: file,
            base,
          }))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1));
        assert.deepEqual(decodeLinks(encodeLinks(links), "/home"), { links, problems: [] });
      }),
    );
  });

  it("is read again as it was: manifests", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
        fc.option(text),
        (name, description) => {
          const [first] = manifest.gists;
          assert.ok(first);
          const files = first.files.map((file) => ({ ...file, name }));
          const given = { ...manifest, gists: [{ ...first, description, files }] };
          assert.deepEqual(decodeManifest(encodeManifest(given)), { manifest: given, problems: [] });
        },
      ),
    );
  });
});
