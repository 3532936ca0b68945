import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TextDocument, TextDocumentChangeEvent, Uri } from "vscode";
import { ManualClock } from "../../support/manualClock.ts";
import {
  hasUnsavedText,
  noteDocumentChange,
  takeTextAsReported,
  whenDocumentSaved,
  whileSaving,
} from "../../../src/ui/unsavedText.ts";

/** A document as VS Code reports it to extensions. */
class Reported {
  version = 1;
  isDirty = false;
  readonly uri = { toString: () => "file:a" } as Uri;

  #report(isChanged: boolean): boolean {
    return noteDocumentChange({
      document: this as unknown as TextDocument,
      contentChanges: isChanged ? [{}] : [],
    } as unknown as TextDocumentChangeEvent);
  }
  get isUnsaved(): boolean {
    return hasUnsavedText(this as unknown as TextDocument);
  }
  /** True when what was reported first was reported as saved. */
  type(isReportedLater = !this.isDirty): boolean {
    this.version += 1;
    if (!isReportedLater) this.isDirty = true;
    assert.equal(this.#report(true), false);
    if (!isReportedLater) return false;
    this.isDirty = true;
    return this.#report(false);
  }
  /** Another text is read from the file. */
  reload(): void {
    this.version += 1;
    this.isDirty = false;
    assert.equal(this.#report(true), false);
  }
  async save(during: () => void, version = this.version): Promise<void> {
    await whileSaving(this as unknown as TextDocument, version, async () => during());
  }
  /** The text is that of the file already. */
  revert(): void {
    this.isDirty = false;
    assert.equal(this.#report(false), false);
  }
  /** VS Code says at the end of a save that the document is saved, whatever was typed. */
  saved(): void {
    this.isDirty = false;
    assert.equal(this.#report(false), false);
  }
}

describe("Whether a document is saved", () => {
  let document: Reported;
  beforeEach(() => {
    document = new Reported();
    document.type();
  });

  it("is what VS Code says when nothing was typed during the save", async () => {
    await document.save(() => undefined);
    document.saved();
    assert.equal(document.isUnsaved, false);
  });

  it("is known after something was typed during the save, or before its write, until the next save", async () => {
    for (const version of [0, document.version]) {
      await document.save(() => document.type(false), version);
      document.saved();
      assert.deepEqual([document.isDirty, document.isUnsaved], [false, true]);
    }
    await document.save(() => undefined);
    document.saved();
    assert.equal(document.isUnsaved, false);
  });

  it("is no longer unsaved once it is reverted, also when what was typed during the save was typed back", async () => {
    await document.save(() => {
      document.type(false);
      document.type(false);
    });
    document.saved();
    assert.equal(document.isUnsaved, true);
    document.revert();
    assert.equal(document.isUnsaved, false);
  });

  it("is not changed by a save that failed, or that VS Code gave up after its write", async () => {
    const failed = document.save(() => {
      throw new Error("no");
    });
    await assert.rejects(failed);
    document.type();
    document.saved();
    assert.equal(document.isUnsaved, false);
    document.type();
    await document.save(() => undefined);
    document.reload();
    document.saved();
    assert.equal(document.isUnsaved, false);
  });

  it("can be waited for until its save is over, or has been given up", async () => {
    const clock = new ManualClock();
    let waits = 0;
    const answers: boolean[] = [];
    const wait = (): void => {
      waits += 1;
      void whenDocumentSaved(document as unknown as TextDocument, clock).then((isSaved) => {
        waits -= 1;
        answers.push(isSaved);
      });
    };
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 20) {
        clock.advance(20);
        await new Promise((resolve) => void setImmediate(resolve));
      }
    };
    await document.save(wait);
    await pass(100);
    assert.equal(waits, 1);
    document.saved();
    await pass(100);
    assert.equal(waits, 0);
    await document.save(wait);
    await pass(6100);
    assert.deepEqual([waits, answers], [0, [true, true]]);
    let end = (): void => undefined;
    const writing = whileSaving(
      document as unknown as TextDocument,
      document.version,
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    wait();
    await pass(6100);
    assert.deepEqual([waits, answers.at(-1)], [0, false]);
    end();
    await writing;
  });

  it("is reported twice when the user types in a saved one, unless VS Code asks in between", () => {
    document.saved();
    assert.equal(document.type(), true);
    document.reload();
    takeTextAsReported(document.uri);
    document.isDirty = true;
    assert.equal(document.type(false), false);
  });
});
