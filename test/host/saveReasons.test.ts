import assert from "node:assert/strict";
import { gistScheme } from "../../src/ids.ts";
import { SaveReasons } from "../../src/ui/saveReasons.ts";
import { ManualClock } from "../support/manualClock.ts";
import { show, type } from "./support/documents.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("The reason of a save", () => {
  const session = useSession();

  it("counts for the write that follows, and not for one long after a save that was never made", async () => {
    const clock = new ManualClock();
    const reasons = new SaveReasons(gistScheme, clock);
    try {
      const document = await show(session.uri(ids.notes, "notes.md"));
      // The service takes no empty files: the document stays unsaved.
      const fail = async (): Promise<void> => {
        await type(document, "");
        assert.equal(await document.save(), false);
      };
      await fail();
      clock.advance(5000);
      assert.equal(reasons.take(document.uri), "user");
      await fail();
      clock.advance(60_000);
      assert.equal(reasons.take(document.uri), "autoSave");
    } finally {
      reasons.dispose();
    }
  });
});
