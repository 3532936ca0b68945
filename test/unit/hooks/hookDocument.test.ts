import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hookEventNames } from "../../../src/hooks/events.ts";
import {
  draftOf,
  newDraft,
  parseHook,
  placeOfField,
  plainConfig,
  textOf,
  warningsOf,
} from "../../../src/hooks/hookDocument.ts";
import { hookEvents as sandboxEvents } from "../../../src/sandbox/webhooks/hookEvents.ts";

const url = "https://example.com/hook";
const json = (value: unknown): string => JSON.stringify(value);
/** What is wrong, with the text that it stands at. */
const wrong = (text: string) =>
  parseHook(text).problems.map(({ kind, field, offset, length }) => [
    kind,
    field,
    text.slice(offset, offset + length),
  ]);
const draft = (text: string) => {
  const parsed = parseHook(text);
  assert.ok("draft" in parsed, JSON.stringify(parsed.problems));
  return parsed.draft;
};

describe("The document of a hook", () => {
  it("is read as it was written", () => {
    const hook = {
      id: 7,
      name: "web",
      active: false,
      events: ["push", "star"],
      config: { url, content_type: "json", insecure_ssl: "0", room: 4 },
    };
    assert.deepEqual(draft(textOf(draftOf(hook))), draftOf(hook));
  });

  it("never has the secret in it, not even as stars", () => {
    const config = { url, content_type: "json", insecure_ssl: "0", secret: "********" };
    const text = textOf(draftOf({ id: 1, name: "web", active: true, events: ["push"], config }));
    assert.doesNotMatch(text, /secret|\*/);
  });

  it("takes what is left out from the interface: web, active, push, form, checked certificates", () => {
    assert.deepEqual(draft(json({ config: { url } })), {
      name: "web",
      active: true,
      events: ["push"],
      config: { url, content_type: "form", insecure_ssl: "0" },
    });
  });

  it("takes booleans as 1 and 0, and any name", () => {
    for (const [given, flag] of [
      [1, "1"],
      ["1", "1"],
      [true, "1"],
      [0, "0"],
      [false, "0"],
    ] as const)
      assert.equal(draft(json({ config: { url, insecure_ssl: given } })).config["insecure_ssl"], flag);
    assert.equal(draft(json({ active: 0, config: { url } })).active, false);
    assert.equal(draft(json({ active: 1, config: { url } })).active, true);
    assert.deepEqual(draft(json({ name: "irc", config: { url, quiet: true } })).config["quiet"], 1);
  });

  it("takes each event once, and * for all", () => {
    assert.deepEqual(draft(json({ events: ["push", "push", "fork"], config: { url } })).events, ["push", "fork"]);
    assert.deepEqual(draft(json({ events: ["push", "*"], config: { url } })).events, ["*"]);
    assert.deepEqual(draft(json({ events: [], config: { url } })).events, []);
  });

  it("takes config as the text of an object, and refuses any other text", () => {
    assert.equal(draft(json({ config: json({ url, content_type: "json" }) })).config["content_type"], "json");
    for (const config of ["url", "", "[]", "{", "{url: 1}", '{"url": "https://a.example/" /* x */}'])
      assert.deepEqual(wrong(json({ config })), [["configText", "config", json(config)]], config);
    const bad = json({ config: json({ secret: "x" }) });
    assert.deepEqual(
      parseHook(bad).problems.map(({ kind }) => kind),
      ["secret", "noUrl"],
    );
  });

  it("says what is malformed, and where", () => {
    assert.deepEqual(wrong(""), [["syntax", "", ""]]);
    assert.deepEqual(wrong('{ "config": { "url": "x" }'), [
      ["syntax", "", '{ "config": { "url": "x" }'.slice(26)],
    ]);
    assert.equal(wrong('{ "config": }')[0]?.[0], "syntax");
    assert.equal(wrong('// no\n{ "config": {} }')[0]?.[0], "syntax");
    assert.deepEqual(
      wrong('{ "nam": 1, "events": ["pushh"], "config": }').map(([kind, field]) => [kind, field]),
      [
        ["syntax", ""],
        ["unknownField", "nam"],
        ["unknownEvent", "events"],
      ],
    );
    // Behind what is missing there may be more.
    assert.deepEqual(
      wrong('{ "active": true "nam": 1, "config": {} }').map(([kind, field]) => [kind, field]),
      [
        ["syntax", ""],
        ["unknownField", "nam"],
      ],
    );
    // What isn't closed is reported once.
    assert.deepEqual(
      wrong('{ "nam": 1, "events": ["pushh\n], "config": {} }').map(([kind, field]) => [kind, field]),
      [
        ["syntax", ""],
        ["unknownField", "nam"],
      ],
    );
    assert.deepEqual(wrong("[]"), [["notAnObject", "", "[]"]]);
    assert.deepEqual(wrong("null"), [["notAnObject", "", "null"]]);
  });

  it("says every wrong value with its field, and where", () => {
    const text = json({
      name: "",
      active: "yes",
      events: ["push", "pushh", 3],
      config: { url: "ftp://example.com", content_type: "xml", insecure_ssl: 2, secret: "x", room: null },
      id: 1,
    });
    assert.deepEqual(wrong(text), [
      ["wrongType", "name", '""'],
      ["wrongType", "active", '"yes"'],
      ["unknownEvent", "events", '"pushh"'],
      ["unknownEvent", "events", "3"],
      ["badUrl", "config.url", '"ftp://example.com"'],
      ["badValue", "config.content_type", '"xml"'],
      ["badValue", "config.insecure_ssl", "2"],
      ["secret", "config.secret", '"secret"'],
      ["wrongType", "config.room", "null"],
      ["unknownField", "id", '"id"'],
    ]);
    assert.deepEqual(wrong(json({ events: "push", config: { url } })), [["wrongType", "events", '"push"']]);
    assert.deepEqual(wrong(json({ config: [] })), [["wrongType", "config", "[]"]]);
  });

  it("proposes the field that was probably meant, and takes settings that are like none", () => {
    const proposals = (value: unknown) =>
      parseHook(json(value)).problems.map(({ kind, field, proposal }) => [kind, field, proposal]);
    assert.deepEqual(proposals({ evnts: ["push"], config: { url } }), [["unknownField", "evnts", "events"]]);
    assert.deepEqual(proposals({ config: { url, content_typ: "json" } }), [
      ["unknownField", "config.content_typ", "content_type"],
    ]);
    // What is misspelled isn't missing, too.
    assert.deepEqual(proposals({ config: { uri: url } }), [["unknownField", "config.uri", "url"]]);
    assert.deepEqual(proposals({ confg: { url } }), [["unknownField", "confg", "config"]]);
    assert.deepEqual(proposals({ config: { url, room: "a", content_type: "json", content_types: "b" } }), []);
  });

  it("needs an event when the hook is new, and not when the hook is there", () => {
    const text = json({ events: [], config: { url } });
    assert.deepEqual(
      parseHook(text, true).problems.map(({ kind, offset }) => [kind, text.slice(offset, offset + 2)]),
      [["noEvents", "[]"]],
    );
    assert.deepEqual(parseHook(text).problems, []);
  });

  it("needs an address: none, an empty one, one without a host", () => {
    assert.deepEqual(wrong("{}"), [["noUrl", "config.url", "{}"]]);
    assert.deepEqual(wrong(json({ config: {} })), [["noUrl", "config.url", "{}"]]);
    assert.deepEqual(wrong(textOf(newDraft)), [["noUrl", "config.url", '""']]);
    for (const bad of ["example.com", "https://", "javascript:alert(1)", 7, true, "http//x"])
      assert.equal(wrong(json({ config: { url: bad } }))[0]?.[0], "badUrl", String(bad));
  });

  it("does not take stars for what they hide", () => {
    assert.deepEqual(wrong(json({ config: { url, token: "********" } })), [
      ["hidden", "config.token", '"********"'],
    ]);
  });

  it("is warned about: an open address, no check of certificates, a machine that the server cannot reach", () => {
    const warned = (address: string, isNear = false, ssl = "0") =>
      warningsOf({ config: { url: address, insecure_ssl: ssl } }, isNear);
    assert.deepEqual(warned(url), []);
    assert.deepEqual(warned("http://example.com/"), ["plainHttp"]);
    assert.deepEqual(warned(url, false, "1"), ["unchecked"]);
    for (const local of ["http://127.0.0.1:8080/", "http://localhost/x", "http://[::1]:1/"]) {
      assert.deepEqual(warned(local), ["loopback"]);
      assert.deepEqual(warned(local, true), []);
    }
    assert.deepEqual(warned("http://127.0.0.1.example.com/"), ["plainHttp"]);
  });

  it("finds the place of a field that the service names", () => {
    const text = textOf({ ...newDraft, config: { url } });
    const found = (field: string): string => {
      const { offset, length } = placeOfField(text, field);
      return text.slice(offset, offset + length);
    };
    assert.equal(found("url"), json(url));
    assert.equal(found("config.url"), json(url));
    assert.match(found("add_events"), /"push"/);
    assert.equal(found("name"), '"web"');
    assert.equal(found("base"), "{");
  });

  it("compares settings without the secret, however booleans are written", () => {
    assert.deepEqual(plainConfig({ url, insecure_ssl: true, secret: "********" }), { url, insecure_ssl: "1" });
    assert.deepEqual(plainConfig({ url, insecure_ssl: 0 }), plainConfig({ url }));
  });
});

describe("The events of hooks", () => {
  it("are those that the service knows, and all of them", () => {
    assert.deepEqual(hookEventNames.filter((event) => event !== "*").toSorted(), sandboxEvents.toSorted());
  });
});

it("names what is wrong without a link that runs a command", () => {
  const link = "[Repair](command:workbench.action.quit)";
  const parsed = parseHook(JSON.stringify({ [link]: 1, events: [link], config: { url: link } }));
  const texts = "problems" in parsed ? parsed.problems.flatMap(({ field, subject }) => [field, subject]) : [];
  assert.ok(texts.some((text) => text.includes("Repair")));
  assert.deepEqual(
    texts.filter((text) => text.includes("](")),
    [],
  );
});
