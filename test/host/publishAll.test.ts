import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { show, type } from "./support/documents.ts";
import { ids } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";

describe("Publish All Edits", () => {
  const session = useSession();

  it("says that the server's limit is reached, and when the edits are sent again", async () => {
    await withSetting(settings.publish, "manual", async () => {
      const document = await show(session.uri(ids.notes, "notes.md"));
      await type(document, "edited\n");
      assert.equal(await document.save(), true);
      // As a browser sees it where the server lets pages read no `Retry-After`.
      session.forge.answer = () => Response.json({ message: "Too many requests" }, { status: 429 });
      const published = commands.executeCommand(gistCommands.publishAll);
      await published;
      const [message = ""] = session.messages;
      assert.match(
        message,
        /^1 of 1 edit couldn't be published: notes\.md\. What wasn't published is stored on this computer\. Rate limit exceeded\. Forgeside tries again at \d/,
      );
    });
  });
});
