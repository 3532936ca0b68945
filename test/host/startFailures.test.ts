import assert from "node:assert/strict";
import { CancelledError } from "../../src/base/errors.ts";
import { StartError, StartFailures } from "../../src/features/startFailures.ts";
import { answering } from "./support/answers.ts";

describe("The message that a feature could not be started", () => {
  const retry = (): Promise<void> => Promise.reject(new Error("not wanted here"));
  const shown = async (act: (failures: StartFailures) => Promise<void>): Promise<readonly string[]> => {
    const texts: string[] = [];
    await answering({ showErrorMessage: (text: string) => void texts.push(text) }, () => act(new StartFailures()));
    return texts;
  };

  it("is shown again with what waits for it, once", async () => {
    const error = new StartError("gists", new Error("broken"));
    const texts = await shown(async (failures) => {
      await failures.show({ error, retry });
      await failures.show({ error, retry, consequence: "Edits wait." });
      await failures.show({ error, retry, consequence: "Edits wait." });
      await failures.show({ error, retry });
    });
    const text = "Forgeside couldn't start “Gists”: broken";
    assert.deepEqual(texts, [text, `${text}. Edits wait.`]);
  });

  it("is shown for each feature, and names none where nothing could be loaded", async () => {
    const texts = await shown(async (failures) => {
      await failures.show({ error: new StartError("gists", new Error("broken")), retry });
      await failures.show({ error: new StartError("repos", new Error("unreadable\nRequired by: a")), retry });
      await failures.show({ error: new Error("Cannot find module"), retry });
    });
    assert.deepEqual(texts, [
      "Forgeside couldn't start “Gists”: broken",
      "Forgeside couldn't start “Repositories”: unreadable",
      "Forgeside couldn't start: Cannot find module",
    ]);
  });

  it("is not shown when the extension has ended", async () => {
    assert.deepEqual(await shown((failures) => failures.show({ error: new CancelledError(), retry })), []);
  });
});
