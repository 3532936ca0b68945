import * as vscode from "vscode";

/** The JSON schema of a deployment's payload, in the user's language. */
export const payloadSchema = (): object => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: vscode.l10n.t("Payload of a deployment"),
  description: vscode.l10n.t(
    "A JSON object for the program that deploys. The server hands it on as it is and prescribes no keys. At most 65,536 characters.",
  ),
  type: "object",
});
