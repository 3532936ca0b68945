import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changeSentTo, LocalChanges, whileSending } from "../../../src/localChanges/model.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

describe("The change that is sent", () => {
  const uri = "forgeside-repo:/a.txt";
  const place = { accountId: "mia", uri };

  it("is not another one of the same document that is sent together with it", async () => {
    const changes = new LocalChanges(new MemoryFolder(), new ManualClock());
    const store = (text: string) =>
      changes.store(
        { place, content: Buffer.from(text).toString("base64"), base: null, description: "" },
        undefined,
      );
    const [one, other] = [await store("one"), await store("other")];
    const sent = (text: string) => changeSentTo(uri, Buffer.from(text))?.id;
    const ends = new Map<string, () => void>();
    const send = (change: typeof one) =>
      whileSending(change, () => new Promise<void>((resolve) => ends.set(change.id, resolve)));
    const sending = [send(one), send(other)] as const;
    assert.deepEqual([sent("one"), sent("other"), sent("what else")], [one.id, other.id, undefined]);
    ends.get(other.id)?.();
    await sending[1];
    assert.deepEqual([sent("one"), sent("other")], [one.id, undefined]);
    ends.get(one.id)?.();
    await sending[0];
    assert.equal(sent("one"), undefined);
  });
});
