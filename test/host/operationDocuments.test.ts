import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, env, languages, Uri, window, workspace } from "vscode";
import { operationCommands, operationScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { type as typeText } from "./support/documents.ts";
import { choosing } from "./support/forms.ts";
import { operationsSeed, runByForm, shownAnswer } from "./support/operationTools.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const run = (target?: unknown) => commands.executeCommand(operationCommands.run, target);
const yes = { showWarningMessage: (_: string, __: unknown, action: string) => action };

describe("Documents of Run Operation", () => {
  const session = useSession({ seed: operationsSeed });
  /** Messages only; of a list no text is noted. */
  const said = () => session.messages;
  const history = () => session.parts.operations.history(session.accountId);

  it("are gone through page by page, saved and copied", async () => {
    await run({ operation: "gists.getAll", parameters: { per_page: 1 } });
    const first = shownAnswer();
    assert.equal(first.result.length, 1);
    assert.match(first.meta?.["link"] ?? "", /rel="next"/);
    const lenses = await commands.executeCommand<readonly { readonly command?: { readonly title: string } }[]>(
      "vscode.executeCodeLensProvider",
      first.uri,
    );
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ["$(arrow-right) Next Page", "Show Request", "Copy as curl", "Copy as Client Call", "Save..."],
    );
    await commands.executeCommand(operationCommands.nextPage);
    const second = shownAnswer();
    assert.notEqual(second.result[0].id, first.result[0].id);
    assert.deepEqual(history()[0]?.parameters, { per_page: 1, page: 2 });
    await commands.executeCommand(operationCommands.nextPage);
    await eventually(() => said().length === 1, "the end is shown");
    assert.match(said()[0] ?? "", /^This is the last page/);

    const folder = mkdtempSync(join(tmpdir(), "forgeside-operations-"));
    const file = join(folder, "answer.json");
    await answering({ showSaveDialog: () => Uri.file(file) }, () =>
      commands.executeCommand(operationCommands.save, first.uri),
    );
    assert.equal(readFileSync(file, "utf8"), first.text);
    rmSync(folder, { recursive: true });

    await commands.executeCommand(operationCommands.copyCurl, first.uri);
    const curl = await env.clipboard.readText();
    assert.match(curl, /^curl \\\n {2}--location \\\n {2}'http:\/\/.+\/gists\?per_page=1'/);
    assert.match(curl, /"Authorization: Bearer \$FORGESIDE_TOKEN"/);
    assert.ok(!curl.includes(tokens.mia));
    await commands.executeCommand(operationCommands.copyCall, first.uri);
    assert.equal(await env.clipboard.readText(), 'await client.gists.getAll({\n  "per_page": 1\n});\n');
    await commands.executeCommand(operationCommands.showRequest, first.uri);
    const request = window.activeTextEditor?.document.getText() ?? "";
    assert.match(request, /^GET http:\/\/.+\/gists\?per_page=1\nAccept: /);
    assert.ok(!request.includes(tokens.mia));
  });

  it("show where an archive is", async () => {
    const shown: string[] = [];
    await answering(
      { showInformationMessage: (text: string, action: string) => (shown.push(text), action) },
      async () => {
        await run({
          operation: "repos.getArchiveLink",
          parameters: { user: "mia", repo: "tools", archive_format: "zipball", ref: "main" },
        });
        await eventually(() => shown.length === 1, "the link is shown");
        const { meta, status } = shownAnswer();
        assert.equal(status, 302);
        await eventually(
          async () => (await env.clipboard.readText()) === meta?.["location"],
          "the link is copied",
        );
      },
    );
    assert.match(shown[0] ?? "", /^The archive is at http/);
  });

  it("take a call as JSON, and are checked while they are written", async () => {
    await choosing(
      ({ items }) => items.find((row) => row.operation === "gists.createComment"),
      () => commands.executeCommand(operationCommands.write),
    );
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, operationScheme);
    assert.ok(document);
    assert.deepEqual(JSON.parse(document.getText()), {
      operation: "gists.createComment",
      parameters: { gist_id: "", body: "" },
    });
    assert.deepEqual(session.forge.requests, []);
    const call = (parameters: unknown): string =>
      JSON.stringify({ operation: "gists.createComment", parameters }, undefined, 2);
    await typeText(document, call({ gist_id: ids.hello, body: [], more: 1 }));
    await eventually(
      () => languages.getDiagnostics(document.uri).length >= 2,
      "the wrong type and the unknown parameter are underlined",
    );
    const before = said().length;
    await commands.executeCommand(operationCommands.send, document.uri);
    await eventually(() => said().length > before, "it is refused");
    await typeText(document, '{\n  "secret": s3cret\n}');
    await commands.executeCommand(operationCommands.send, document.uri);
    await eventually(() => said().length > before + 1, "it is refused");
    assert.match(said().at(-1) ?? "", /^Invalid JSON: nothing was sent\. Line 2, column 13: /);
    assert.doesNotMatch(said().at(-1) ?? "", /s3cret/);
    await typeText(document, call({}).replace("gists.createComment", "gists.createComent"));
    await commands.executeCommand(operationCommands.send, document.uri);
    await eventually(() => said().length > before + 2, "it is refused");
    assert.match(said().at(-1) ?? "", /“?"gists\.createComent"”?\. Did you mean gists\.createComment\?$/);
    const files = '{\n  "a.md": s3cret\n}';
    await typeText(
      document,
      JSON.stringify({ operation: "gists.create", parameters: { public: true, files } }, undefined, 2),
    );
    await commands.executeCommand(operationCommands.send, document.uri);
    await eventually(() => said().length > before + 3, "it is refused");
    assert.match(
      said().at(-1) ?? "",
      /^(?:Send Operation: )?Parameter files is not valid JSON\. Line 2, column 11: /,
    );
    assert.doesNotMatch(said().at(-1) ?? "", /s3cret/);
    assert.deepEqual(session.forge.requests, []);
    await typeText(document, call({ gist_id: ids.hello, body: "From a document" }));
    await eventually(() => languages.getDiagnostics(document.uri).length === 0, "nothing is underlined");
    await answering(yes, () => commands.executeCommand(operationCommands.send, document.uri));
    assert.equal(shownAnswer().result.body, "From a document");
    assert.deepEqual(session.forge.sent("POST"), [`POST /gists/${ids.hello}/comments`]);
  });

  it("have what was entered for a write that has no answer", async () => {
    const body = "A long comment";
    session.forge.answer = ({ method }) => (method === "POST" ? new Response("<p>", { status: 201 }) : undefined);
    await answering(yes, () => runByForm("gists.createComment", { gist_id: ids.hello, body }));
    session.forge.answer = () => undefined;
    await eventually(() => said().length === 1, "it is said");
    const document = window.activeTextEditor?.document;
    assert.deepEqual(JSON.parse(document?.getText() ?? ""), {
      operation: "gists.createComment",
      parameters: { gist_id: ids.hello, body },
    });
    await answering(yes, () => commands.executeCommand(operationCommands.send, document?.uri));
    assert.equal(shownAnswer().result.body, body);
  });

  it("whose account is signed out send nothing", async () => {
    const uri = Uri.from({
      scheme: operationScheme,
      authority: "absent-at-nowhere.github.6c8a9e0e-2c1f-4f34-9d8e-0a4c0a4d1e11",
      path: "/absent (nowhere)/gists.getAll.operation.json",
    });
    const document = await workspace.openTextDocument(uri);
    assert.deepEqual(JSON.parse(document.getText()), { operation: "gists.getAll", parameters: {} });
    await commands.executeCommand(operationCommands.send, uri);
    await eventually(() => said().length === 1, "it is shown");
    assert.match(said()[0] ?? "", /signed out/);
    await assert.rejects(async () =>
      workspace.openTextDocument(uri.with({ path: "/absent (nowhere)/../x.operation.json" })),
    );
  });
});
