import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { ConfigValue } from "../../src/ui/configValue.ts";
import { eventually } from "../support/eventually.ts";
import type { SandboxSeed, SeedGist } from "../../src/sandbox/seed.ts";
import { labelOf, nodesOf, type Row, rowsOf } from "./support/rows.ts";
import { hoursAgo, people, smallSeed, tokens } from "./support/seeds.ts";
import { signIn, useSession, withSetting } from "./support/session.ts";

const own: readonly Row[] = [
  ["notes.md", "2h · 🔒", "gist;mine;single"],
  [
    "Hello in two languages",
    "3d · 2 files",
    "gist;mine",
    [
      ["hello.py", "Python", "gistFile;mine"],
      ["hello.rb", "Ruby", "gistFile;mine"],
    ],
  ],
];
const hello: Row = [
  "Hello in two languages",
  "3d · mia · 2 files",
  "gist;mine",
  [
    ["hello.py", "Python", "gistFile;mine"],
    ["hello.rb", "Ruby", "gistFile;mine"],
  ],
];
const cleanUp: Row = ["Clean up", "2w · otto", "gist;foreign;single;starred"];
const ofOtto: Row = [
  "Two of otto",
  "3w · otto · 2 files",
  "gist;foreign",
  [
    ["one.ts", "TypeScript", "gistFile;foreign"],
    ["two.ts", "TypeScript", "gistFile;foreign"],
  ],
];
const everything: readonly Row[] = [
  ["Your Gists", "", "gistGroup;own", own],
  ["Starred", "", "gistGroup;starred", [cleanUp]],
  ["Public", "", "gistGroup;public", [hello, cleanUp, ofOtto]],
];

describe("The tree of gists without an account", () => {
  const session = useSession({ signedIn: false });

  it("is empty and sends no request", async () => {
    assert.deepEqual(await rowsOf(session.parts.trees.gists), []);
    assert.deepEqual(session.forge.requests, []);
    assert.deepEqual(await rowsOf(session.parts.trees.accounts), []);
  });
});

describe("The tree of gists with an account", () => {
  const session = useSession();

  it("has the gists of the account, what it starred, and what is public", async () => {
    assert.deepEqual(await rowsOf(session.parts.trees.gists), everything);
  });

  it("asks for each list once, however often it is drawn", async () => {
    await rowsOf(session.parts.trees.gists);
    await rowsOf(session.parts.trees.gists);
    assert.deepEqual(session.forge.sent("GET"), [
      "GET /gists?per_page=30",
      "GET /gists/starred?per_page=30",
      "GET /gists/public?per_page=30",
    ]);
  });

  it("has one row per account when there are two, the active one open", async () => {
    await signIn(session.parts, session.forge, tokens.otto);
    const host = session.forge.host;
    const [cleanUpOfOtto, two] = [
      ["Clean up", "2w", "gist;mine;single"],
      [
        "Two of otto",
        "3w · 2 files",
        "gist;mine",
        [
          ["one.ts", "TypeScript", "gistFile;mine"],
          ["two.ts", "TypeScript", "gistFile;mine"],
        ],
      ],
    ] as const;
    assert.deepEqual(await rowsOf(session.parts.trees.gists), [
      [`mia (${host})`, "", "gistAccount", everything],
      [
        `otto (${host})`,
        "active",
        "gistAccount",
        [
          ["Your Gists", "", "gistGroup;own", [cleanUpOfOtto, two]],
          ["Starred", "", "gistGroup;starred", [["You have starred no gists yet.", "", "message"]]],
          [
            "Public",
            "",
            "gistGroup;public",
            [
              [
                "Hello in two languages",
                "3d · mia · 2 files",
                "gist;foreign",
                [
                  ["hello.py", "Python", "gistFile;foreign"],
                  ["hello.rb", "Ruby", "gistFile;foreign"],
                ],
              ],
              ["Clean up", "2w · otto", "gist;mine;single"],
              ["Two of otto", "3w · otto · 2 files", "gist;mine", two[3]],
            ],
          ],
        ],
      ],
    ]);
  });

  it("has no rows for lists that the server was found to lack", async () => {
    session.forge.answer = ({ url }) =>
      /\/gists\/(public|starred)/.test(url) ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    assert.deepEqual(await session.parts.accounts.probe(session.accountId), {
      publicGists: 404,
      starredGists: 404,
    });
    assert.deepEqual(await rowsOf(session.parts.trees.gists), [["Your Gists", "", "gistGroup;own", own]]);
  });

  it("finds out that a server has no gists, asks it no more than that, and shows them once it has", async () => {
    let hasGists = false;
    session.forge.answer = ({ url }) =>
      !hasGists && /\/gists\b/.test(url) ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    const { accounts, trees } = session.parts;
    const isMissing = (): boolean => accounts.get(session.accountId)?.profile.missing?.gists !== undefined;
    const asked = () => session.forge.requests.filter(({ path }) => /\/gists\?/.test(path)).length;
    assert.deepEqual(await rowsOf(trees.gists), []);
    await eventually(isMissing, "it is known that there are no gists");
    assert.deepEqual(await rowsOf(trees.gists), []);
    const before = asked();
    assert.deepEqual(await rowsOf(trees.gists), []);
    assert.equal(asked(), before);
    assert.deepEqual(session.messages, []);
    // The keys of the share commands still work.
    await commands.executeCommand(gistCommands.create);
    assert.deepEqual(session.messages, [`${session.forge.host} doesn't offer gists.`]);
    hasGists = true;
    await commands.executeCommand(gistCommands.refresh);
    assert.deepEqual((await rowsOf(trees.gists))[0], ["Your Gists", "", "gistGroup;own", own]);
    await eventually(() => !isMissing(), "it is known that there are gists");
    assert.deepEqual(await rowsOf(trees.gists), everything);
  });

  it("says below one of several accounts that its server has no gists", async () => {
    session.forge.answer = ({ url, headers }) =>
      /\/gists\b/.test(url) && headers.get("authorization")?.endsWith(tokens.mia)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    await session.parts.accounts.probe(session.accountId);
    await signIn(session.parts, session.forge, tokens.otto);
    const [first] = await rowsOf(session.parts.trees.gists);
    assert.deepEqual(first?.[3], [["This server doesn't offer gists.", "", "message"]]);
  });

  it("is empty when the server is gone, and says so in the view, not in a message box", async () => {
    await session.forge.stop();
    assert.deepEqual(await rowsOf(session.parts.trees.gists), []);
    assert.deepEqual(session.messages, []);
  });

  it("shows what failed in the place of a list, with a way to try again, and the other lists", async () => {
    let broken = true;
    session.forge.answer = ({ url }) =>
      broken && url.includes("/gists/starred")
        ? Response.json({ message: "Forbidden" }, { status: 403 })
        : undefined;
    const failed: Row = ["The server refused it: Forbidden.", "", "message"];
    // Without that list it is unknown what has a star.
    const plain: Row = ["Clean up", "2w · otto", "gist;foreign;single"];
    assert.deepEqual(await rowsOf(session.parts.trees.gists), [
      ["Your Gists", "", "gistGroup;own", own],
      ["Starred", "", "gistGroup;starred", [failed]],
      ["Public", "", "gistGroup;public", [hello, plain, ofOtto]],
    ]);
    const visited = await nodesOf(session.parts.trees.gists);
    const { command } = visited.find(({ node }) => node.kind === "message")?.item ?? {};
    const starred = visited.find(({ node }) => node.id === `${session.accountId}/starred`)?.node;
    assert.deepEqual(command, { command: gistCommands.refresh, title: "Try Again", arguments: [starred] });
    broken = false;
    assert.deepEqual(await rowsOf(session.parts.trees.gists), everything);
  });
});

describe("A setting of another type than its own", () => {
  const session = useSession();

  it("counts as not set", async () => {
    await withSetting(settings.pageSize, ["many"], () => rowsOf(session.parts.trees.gists));
    assert.ok(session.forge.sent("GET").includes("GET /gists?per_page=30"));
  });
});

describe("A number that is set beyond its range", () => {
  it("counts as the end of the range", async () => {
    const setting = new ConfigValue(settings.warnBelow, 10);
    for (const [set, read] of [
      [500, 100],
      [-1, 0],
      [0, 0],
      [12.5, 12.5],
    ])
      await withSetting(settings.warnBelow, set, () => Promise.resolve(assert.equal(setting.value, read)));
    setting.dispose();
  });
});

describe("The tree of gists of an account that has none", () => {
  const session = useSession({ seed: () => ({ ...people, gists: (smallSeed().gists ?? []).slice(2) }) });

  it("is empty, so that the view can say how to begin", async () => {
    assert.deepEqual(await rowsOf(session.parts.trees.gists), []);
    assert.deepEqual(session.forge.sent("GET"), ["GET /gists?per_page=30"]);
  });

  it("fills when the first gist is there", async () => {
    await rowsOf(session.parts.trees.gists);
    await session.parts.gists.create(session.accountId, {
      description: "The first",
      public: false,
      files: { "first.txt": "1" },
    });
    const [group] = await rowsOf(session.parts.trees.gists);
    assert.equal(group?.[0], "Your Gists");
    assert.deepEqual(
      group?.[3]?.map(([label, , contextValue]) => [label, contextValue]),
      [["The first", "gist;mine;single"]],
    );
  });
});

const seventy = (): SandboxSeed => ({
  ...people,
  gists: Array.from({ length: 70 }, (_, index): SeedGist => ({
    owner: "mia",
    description: `Number ${index + 1}`,
    createdAt: hoursAgo(index),
    files: { "a.txt": "a" },
  })),
});

describe("The tree of gists of an account that has seventy", () => {
  const session = useSession({ seed: seventy });

  const ownLabels = async (): Promise<readonly string[]> => {
    const visited = await nodesOf(session.parts.trees.gists);
    return visited.filter(({ node }) => node.id.includes("/own/")).map(({ item }) => labelOf(item));
  };

  it("has thirty and one row that loads thirty more, until all are there", async () => {
    const numbers = Array.from({ length: 70 }, (_, index) => `Number ${index + 1}`);
    assert.deepEqual(await ownLabels(), [...numbers.slice(0, 30), "Load more"]);
    const visited = await nodesOf(session.parts.trees.gists);
    const own = visited.find(({ node }) => node.id === `${session.accountId}/own`)?.node;
    const more = visited.find(({ node }) => node.kind === "loadMore")?.item;
    assert.deepEqual(more?.command, { command: gistCommands.loadMore, title: "Load more", arguments: [own] });
    await commands.executeCommand(more?.command?.command ?? "", ...(more?.command?.arguments ?? []));
    assert.deepEqual(await ownLabels(), [...numbers.slice(0, 60), "Load more"]);
    await commands.executeCommand(gistCommands.loadMore, own);
    assert.deepEqual(await ownLabels(), numbers);
    assert.deepEqual(
      session.forge.sent("GET").filter((request) => request.startsWith("GET /gists?")),
      ["GET /gists?per_page=30", "GET /gists?per_page=30&page=2", "GET /gists?per_page=30&page=3"],
    );
  });
});
