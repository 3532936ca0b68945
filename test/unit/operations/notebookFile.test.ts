import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  decodeNotebook,
  encodeNotebook,
  type FileCell,
  keptAnswer,
} from "../../../src/operations/notebook/notebookFile.ts";

const cells: readonly FileCell[] = [
  { kind: "text", text: "# Title\n\nü" },
  {
    kind: "call",
    text: '{ "operation": "misc.meta" }',
    answer: { meta: { status: "200 OK" }, result: [1, null] },
  },
  { kind: "call", text: "not yet JSON" },
];

describe("A notebook's file", () => {
  test("comes back as it was written, line by line", () => {
    const text = encodeNotebook(cells);
    assert.deepEqual(decodeNotebook(text), cells);
    assert.match(text, /^ {8}"# Title",$/m);
    assert.deepEqual([decodeNotebook(""), decodeNotebook(encodeNotebook([]))], [[], []]);
  });

  test("that is something else is not taken for one", () => {
    for (const text of [
      "{",
      "7",
      "[]",
      "{}",
      '{"version":2,"cells":[]}',
      '{"version":1,"cells":{}}',
      '{"version":1,"cells":[7]}',
      '{"version":1,"cells":[{"kind":"html","text":[]}]}',
      '{"version":1,"cells":[{"kind":"text","text":"x"}]}',
      '{"version":1,"cells":[{"kind":"text","text":[7]}]}',
    ])
      assert.equal(decodeNotebook(text), undefined, text);
  });

  test("has no secret of an answer, and no answer that is too large", () => {
    assert.deepEqual(
      keptAnswer({
        result: [
          { token: "s3cret", hashed_token: "kept", config: { secret: "s3cret", url: "https://a.example/?a=1" } },
        ],
        raw_url: "https://a.example/raw?x=1&token=s3cret#y",
        password: "",
      }),
      {
        result: [
          {
            token: "[hidden]",
            hashed_token: "kept",
            config: { secret: "[hidden]", url: "https://a.example/?a=1" },
          },
        ],
        raw_url: "https://a.example/raw?x=1&token=[hidden]#y",
        password: "",
      },
    );
    assert.equal(keptAnswer("x".repeat(500_000)), undefined);
    assert.ok(!encodeNotebook([{ kind: "call", text: "", answer: { token: "s3cret" } }]).includes("s3cret"));
  });
});
