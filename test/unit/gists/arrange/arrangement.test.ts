import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Gist } from "../../../../src/client/types/gist.ts";
import {
  arrangementOf,
  filtered,
  type GroupKey,
  isPlain,
  plainArrangement,
  sectionsOf,
  sorted,
  type SortKey,
} from "../../../../src/gists/arrange/arrangement.ts";

const gist = (
  id: string,
  given: Partial<Gist> & { readonly languages?: readonly (string | null)[] } = {},
): Gist => {
  const { languages = ["Text"], ...facts } = given;
  const files = languages.map(
    (language, index) => [`${id}-${index}.${language ? "txt" : "bin"}`, language] as const,
  );
  return {
    id,
    description: id,
    public: true,
    owner: { login: "mia" },
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    html_url: "",
    comments: 0,
    files: Object.fromEntries(files.map(([filename, language]) => [filename, { filename, language }])),
    ...facts,
  } as unknown as Gist;
};

const all: readonly Gist[] = [
  gist("b10", { description: "Note 10 #work, #Draft", languages: ["Python", "Python", "Ruby"] }),
  gist("b9", {
    description: "note 9 #work",
    public: false,
    created_at: "2026-01-03T00:00:00Z",
    updated_at: "2026-01-04T00:00:00Z",
  }),
  gist("x", {
    description: "Ünique",
    owner: { login: "Otto" } as unknown as NonNullable<Gist["owner"]>,
    created_at: "2026-01-02T00:00:00Z",
    updated_at: "2026-01-05T00:00:00Z",
    languages: [null],
  }),
];
const marks = {
  isStarred: ({ id }: Gist) => id === "x",
  isMine: ({ owner }: Gist) => owner?.login === "mia",
};
const found = (filter: string): readonly string[] => filtered(all, filter, marks).map(({ id }) => id);
const order = (sort: SortKey): readonly string[] => sorted(all, sort).map(({ id }) => id);
const sections = (group: Exclude<GroupKey, "none">) =>
  sectionsOf(all, group).map(({ key, gists }) => [key, gists.map(({ id }) => id)]);

describe("A filter", () => {
  for (const [filter, expected] of [
    ["", ["b10", "b9", "x"]],
    ["   ", ["b10", "b9", "x"]],
    ["NOTE", ["b10", "b9"]],
    ["note 9", ["b9"]],
    ["üniq", ["x"]],
    ["b10-2.txt", ["b10"]],
    ["#work", ["b10", "b9"]],
    ["#dra", ["b10"]],
    ["lang:python", ["b10"]],
    ["lang:bin", ["x"]],
    ["user:otto", ["x"]],
    ["user:@MIA", ["b10", "b9"]],
    ["is:secret", ["b9"]],
    ["is:public is:own", ["b10"]],
    ["is:starred", ["x"]],
    ['"note 10"', ["b10"]],
    ["nothing", []],
    ["#work lang:ruby nothing", []],
  ] as const)
    it(`${JSON.stringify(filter)} finds ${expected.join(", ") || "nothing"}`, () =>
      assert.deepEqual(found(filter), expected));

  it("finds the beginning of a Greek word that is typed in capitals, also where it ends with Σ", () => {
    const gists = [gist("a", { description: "Μουσείο" }), gist("b", { description: "λόγος" })];
    const ids = (filter: string) => filtered(gists, filter, marks).map(({ id }) => id);
    assert.deepEqual([ids("ΜΟΥΣ"), ids("λόγος"), ids('"ΛΌΓΟΣ"')], [["a"], ["b"], ["b"]]);
  });

  for (const filter of ["(", "[*", "\\", "lang:", "is:nonsense", "#", "\u0000", "x".repeat(10_000)])
    it(`${JSON.stringify(filter.slice(0, 20))} is taken as a text, whatever it is`, () =>
      assert.doesNotThrow(() => found(filter)));
});

describe("An order", () => {
  for (const [sort, expected] of [
    ["service", ["b10", "b9", "x"]],
    ["updated", ["x", "b9", "b10"]],
    ["oldestUpdated", ["b10", "b9", "x"]],
    ["created", ["b9", "x", "b10"]],
    ["oldestCreated", ["b10", "x", "b9"]],
    ["name", ["b9", "b10", "x"]],
    ["nameDown", ["x", "b10", "b9"]],
  ] as const)
    it(`${sort} is ${expected.join(", ")}`, () => assert.deepEqual(order(sort), expected));

  it("by date has what has no valid date as the oldest", () => {
    const dates = ["2026-01-02T00:00:00Z", "soon", "2026-01-01T00:00:00Z", "", "2026-01-03T00:00:00Z"];
    const undated = dates.map((date, index) => gist(String(index), { updated_at: date, created_at: date }));
    const ids = (sort: SortKey): string =>
      sorted(undated, sort)
        .map(({ id }) => id)
        .join("");
    assert.deepEqual(
      [ids("updated"), ids("oldestUpdated"), ids("created"), ids("oldestCreated")],
      ["40213", "13204", "40213", "13204"],
    );
  });

  it("is made once for a list, however often the view asks for it", () => {
    assert.equal(sorted(all, "name"), sorted(all, "name"));
    assert.deepEqual(order("nameDown"), ["x", "b10", "b9"]);
    assert.deepEqual(order("name"), ["b9", "b10", "x"]);
  });

  it("leaves the list that it was given as it is", () => {
    const given = [...all];
    sorted(given, "name");
    assert.deepEqual(given, all);
  });
});

describe("Groups", () => {
  it("by language have a gist in each of its languages, and those without any last", () =>
    assert.deepEqual(sections("language"), [
      ["Python", ["b10"]],
      ["Ruby", ["b10"]],
      ["Text", ["b9"]],
      ["", ["x"]],
    ]));
  it("by tag ignore upper and lower case", () =>
    assert.deepEqual(sections("tag"), [
      ["draft", ["b10"]],
      ["work", ["b10", "b9"]],
      ["", ["x"]],
    ]));
  it("by visibility and by owner have each gist once", () => {
    assert.deepEqual(sections("visibility"), [
      ["public", ["b10", "x"]],
      ["secret", ["b9"]],
    ]);
    assert.deepEqual(sections("owner"), [
      ["mia", ["b10", "b9"]],
      ["Otto", ["x"]],
    ]);
  });
});

describe("A stored arrangement", () => {
  for (const stored of [undefined, null, 1, "x", [], { sort: "sideways", group: 5, filter: {} }])
    it(`that is ${JSON.stringify(stored) ?? "missing"} counts as none`, () =>
      assert.deepEqual(arrangementOf(stored), plainArrangement));
  it("comes back as it was", () => {
    const arrangement = { filter: "a", sort: "name", group: "tag" } as const;
    assert.deepEqual(arrangementOf(JSON.parse(JSON.stringify(arrangement))), arrangement);
    assert.equal(isPlain(arrangement), false);
    assert.equal(isPlain(plainArrangement), true);
  });
});
