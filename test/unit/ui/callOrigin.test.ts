import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, test } from "node:test";
import {
  asRowsOf,
  asSave,
  asTask,
  currentOrigin,
  currentTaskSignal,
  hurriedTask,
  type Origin,
  RunningOrigins,
  setOriginStorage,
  withOrigin,
  withoutHurry,
} from "../../../src/ui/callOrigin.ts";

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}
const gate = (): Gate => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
};

for (const [where, storage, beside] of [
  ["Node", new AsyncLocalStorage<Origin>(), undefined],
  ["a browser", new RunningOrigins(), "fork"],
] as const)
  describe(`The command that a call is made for, in ${where}`, () => {
    test("is known after what it awaits, and ends with it", async () => {
      setOriginStorage(storage);
      await withOrigin("fork", async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        assert.equal(currentOrigin(), "fork");
      });
      assert.equal(currentOrigin(), undefined);
    });

    test(`is ${beside ? "" : "not "}taken for that of what runs beside it`, async () => {
      setOriginStorage(storage);
      const { passed, open } = gate();
      const command = withOrigin("fork", () => passed);
      assert.equal(currentOrigin(), beside);
      open();
      await command;
      assert.equal(currentOrigin(), undefined);
    });

    test("is the same in a save that it makes, which is known as one until it ends", async () => {
      setOriginStorage(storage);
      await withOrigin("fork", async () => {
        let later: Promise<unknown> | undefined;
        await asSave(async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          assert.deepEqual([currentOrigin(), hurriedTask()], ["fork", "save"]);
          later = new Promise((resolve) => setTimeout(() => resolve(hurriedTask()), 5));
        });
        assert.deepEqual([currentOrigin(), hurriedTask(), await later], ["fork", undefined, undefined]);
      });
      await asSave(async () => assert.deepEqual([currentOrigin(), hurriedTask()], [undefined, "save"]));
    });

    test("is the command, not the view whose rows are read beside it", async () => {
      setOriginStorage(storage);
      const { passed, open } = gate();
      let rows: Promise<void> | undefined;
      await withOrigin("fork", async () => {
        rows = asRowsOf("gists", () => passed);
        assert.deepEqual([currentOrigin(), hurriedTask()], ["fork", undefined]);
        await asSave(async () => assert.equal(hurriedTask(), "save"));
      });
      open();
      await rows;
    });

    test("is hurried in rows only, not in what goes on after them", async () => {
      setOriginStorage(storage);
      await asRowsOf("gists", async () => {
        await withoutHurry(async () => assert.deepEqual([currentOrigin(), hurriedTask()], ["gists", undefined]));
        assert.equal(hurriedTask(), "rows");
      });
    });

    test("is the view whose rows it reads, which is known until they are there", async () => {
      setOriginStorage(storage);
      const origins = () => [currentOrigin(), hurriedTask()];
      await asRowsOf("gists", async () => {
        await asSave(async () => assert.deepEqual(origins(), ["gists", "save"]));
        assert.deepEqual(origins(), ["gists", "rows"]);
      });
      assert.deepEqual(origins(), [undefined, undefined]);
    });

    test(`has the signal of its task${beside ? " in Node only" : ""}`, async () => {
      setOriginStorage(storage);
      const { signal } = new AbortController();
      const known = beside ? undefined : signal;
      await withOrigin("fork", async () => {
        assert.equal(currentTaskSignal(), undefined);
        await asTask(signal, async () => {
          assert.deepEqual([currentOrigin(), currentTaskSignal()], ["fork", known]);
          await asSave(async () => assert.deepEqual([hurriedTask(), currentTaskSignal()], ["save", known]));
        });
        assert.equal(currentTaskSignal(), undefined);
      });
    });

    test("is the command again when another one within it has ended, or failed", async () => {
      setOriginStorage(storage);
      await withOrigin("fork", async () => {
        await assert.rejects(
          withOrigin("star", () => Promise.reject(new Error("refused"))),
          /refused/,
        );
        assert.equal(currentOrigin(), "fork");
      });
    });
  });
