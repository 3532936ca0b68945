import * as vscode from "vscode";
import { type HookEventName, hookEventNames } from "./events.ts";

/** When each event happens, in the user's language. A missing one does not compile. */
export const eventTexts = (): Readonly<Record<HookEventName, string>> => ({
  "*": vscode.l10n.t("All events, including those that are added later."),
  branch_protection_configuration: vscode.l10n.t("Branch protection was turned on or off for the repository."),
  branch_protection_rule: vscode.l10n.t("A branch protection rule was created, changed or deleted."),
  check_run: vscode.l10n.t("A check of a commit was created, requested again, or finished."),
  check_suite: vscode.l10n.t("A group of checks was requested or finished."),
  code_scanning_alert: vscode.l10n.t("Code scanning found something, or an alert changed."),
  commit_comment: vscode.l10n.t("A user commented on a commit."),
  create: vscode.l10n.t("A branch or tag was created."),
  custom_property_values: vscode.l10n.t("Custom properties of the repository changed."),
  delete: vscode.l10n.t("A branch or tag was deleted."),
  dependabot_alert: vscode.l10n.t("An alert about a vulnerable dependency was made or changed."),
  deploy_key: vscode.l10n.t("A deploy key was added or removed."),
  deployment: vscode.l10n.t("A deployment was created."),
  deployment_status: vscode.l10n.t("A deployment got a status."),
  discussion: vscode.l10n.t("A discussion was created, edited, answered, closed or otherwise changed."),
  discussion_comment: vscode.l10n.t("A comment of a discussion was created, edited or deleted."),
  download: vscode.l10n.t("A download was created. Legacy: it is no longer sent."),
  follow: vscode.l10n.t("A user followed another user. Legacy: it is no longer sent."),
  fork: vscode.l10n.t("A user forked the repository."),
  fork_apply: vscode.l10n.t("A patch was applied in the fork queue. Legacy: it is no longer sent."),
  gist: vscode.l10n.t("A gist was created or changed. Legacy: it is no longer sent."),
  gollum: vscode.l10n.t("A page of the wiki was created or changed."),
  issue_comment: vscode.l10n.t("A comment of an issue or pull request was created, edited or deleted."),
  issue_dependencies: vscode.l10n.t("An issue blocks another one, or no longer does."),
  issues: vscode.l10n.t("An issue was opened, edited, closed, assigned, labeled or otherwise changed."),
  label: vscode.l10n.t("A label was created, edited or deleted."),
  member: vscode.l10n.t("A collaborator was added, removed, or got other rights."),
  meta: vscode.l10n.t("This webhook itself was deleted."),
  milestone: vscode.l10n.t("A milestone was created, edited, closed, opened or deleted."),
  package: vscode.l10n.t("A package was published or updated."),
  page_build: vscode.l10n.t("A site of the repository was built, whether that succeeded or not."),
  project: vscode.l10n.t("A classic project was created, edited, closed, opened or deleted."),
  project_card: vscode.l10n.t("A card of a classic project was created, edited, moved, converted or deleted."),
  project_column: vscode.l10n.t("A column of a classic project was created, edited, moved or deleted."),
  public: vscode.l10n.t("The repository was private and is public now."),
  pull_request: vscode.l10n.t(
    "A pull request was opened, edited, closed, merged, assigned, labeled or got new commits.",
  ),
  pull_request_review: vscode.l10n.t("A review of a pull request was submitted, edited or dismissed."),
  pull_request_review_comment: vscode.l10n.t(
    "A comment on the changes of a pull request was created, edited or deleted.",
  ),
  pull_request_review_thread: vscode.l10n.t(
    "A thread of comments on a pull request was resolved, or opened again.",
  ),
  push: vscode.l10n.t("Commits or tags were pushed. The default of a webhook."),
  registry_package: vscode.l10n.t("A package of the registry was published or updated."),
  release: vscode.l10n.t("A release was created, published, edited or deleted."),
  repository: vscode.l10n.t("The repository was renamed, archived, transferred, deleted or otherwise changed."),
  repository_advisory: vscode.l10n.t("A security advisory of the repository was published or reported."),
  repository_import: vscode.l10n.t("An import into the repository succeeded, failed or was canceled."),
  repository_ruleset: vscode.l10n.t("A ruleset of the repository was created, edited or deleted."),
  repository_vulnerability_alert: vscode.l10n.t("A vulnerability alert was created, dismissed or resolved."),
  secret_scanning_alert: vscode.l10n.t("Secret scanning found a secret, or an alert changed."),
  secret_scanning_alert_location: vscode.l10n.t("A secret was found at one more place."),
  secret_scanning_scan: vscode.l10n.t("A scan for secrets was finished."),
  security_and_analysis: vscode.l10n.t("Security features of the repository were turned on or off."),
  star: vscode.l10n.t("A user starred the repository, or removed the star."),
  status: vscode.l10n.t("A commit got a status."),
  sub_issues: vscode.l10n.t("An issue became part of another one, or no longer is."),
  team_add: vscode.l10n.t("A team was added to the repository."),
  watch: vscode.l10n.t("A user starred the repository. The event is named watch for historical reasons."),
  workflow_job: vscode.l10n.t("A job of a workflow was queued, started or finished."),
  workflow_run: vscode.l10n.t("A workflow was requested, started or finished."),
});

/** The JSON schema of hook documents, in the user's language. */
export const hookSchema = (): object => {
  const texts = eventTexts();
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: vscode.l10n.t("Webhook of a repository"),
    description: vscode.l10n.t(
      "Saving this document creates the webhook, or changes it: only what changed is sent.",
    ),
    type: "object",
    required: ["config"],
    // A field that there is not is underlined by HookDiagnostics, which proposes another one.
    defaultSnippets: [
      {
        label: vscode.l10n.t("Webhook for pushes"),
        body: {
          name: "web",
          active: true,
          events: ["push"],
          config: {
            url: "https://$1",
            content_type: "json",
            insecure_ssl: "0",
          },
        },
      },
    ],
    properties: {
      name: {
        type: "string",
        minLength: 1,
        maxLength: 100,
        default: "web",
        description: vscode.l10n.t(
          "The kind of webhook. The current server supports only web; the name can't be changed later.",
        ),
        examples: ["web"],
      },
      active: {
        enum: [true, false, 1, 0],
        default: true,
        description: vscode.l10n.t("Whether anything is delivered."),
        enumDescriptions: [
          vscode.l10n.t("Events are delivered."),
          vscode.l10n.t("Nothing is delivered."),
          vscode.l10n.t("As true."),
          vscode.l10n.t("As false."),
        ],
      },
      events: {
        type: "array",
        uniqueItems: true,
        default: ["push"],
        description: vscode.l10n.t("The events that trigger the webhook."),
        items: {
          $ref: "#/definitions/event",
        },
      },
      config: {
        description: vscode.l10n.t(
          "Where and how events are delivered. The secret is never in it: use Rotate Webhook Secret.",
        ),
        anyOf: [
          {
            $ref: "#/definitions/config",
          },
          {
            type: "string",
            pattern: "^\\s*\\{[\\s\\S]*\\}\\s*$",
            description: vscode.l10n.t("The same as the text of a JSON object."),
          },
        ],
      },
    },
    definitions: {
      // The first is for completion; a name of no event is underlined by HookDiagnostics, which proposes another one.
      event: {
        anyOf: [
          {
            enum: hookEventNames,
            enumDescriptions: hookEventNames.map((event) => texts[event]),
          },
          {},
        ],
      },
      config: {
        type: "object",
        required: ["url"],
        properties: {
          url: {
            type: "string",
            pattern: "^https?://.+",
            patternErrorMessage: vscode.l10n.t("Enter a URL that starts with https:// or http://."),
            description: vscode.l10n.t(
              "The URL that events are delivered to. It starts with https://, or with http:// in a network that you trust.",
            ),
          },
          content_type: {
            enum: ["json", "form"],
            default: "form",
            description: vscode.l10n.t("How the payload is sent."),
            enumDescriptions: [
              vscode.l10n.t("The body is the payload, as JSON."),
              vscode.l10n.t("The body is a form, whose field payload has the JSON."),
            ],
          },
          insecure_ssl: {
            enum: ["0", "1", 0, 1, true, false],
            default: "0",
            description: vscode.l10n.t(
              "Whether the receiver's certificate goes unchecked. With 1, anyone on the way can read and change what is delivered.",
            ),
            enumDescriptions: [
              vscode.l10n.t("The certificate is checked."),
              vscode.l10n.t("The certificate is not checked: dangerous."),
              vscode.l10n.t('As "0".'),
              vscode.l10n.t('As "1".'),
              vscode.l10n.t('As "1".'),
              vscode.l10n.t('As "0".'),
            ],
          },
          secret: {
            not: {},
            errorMessage: vscode.l10n.t("Don't write a secret into a document: use Rotate Webhook Secret."),
            description: vscode.l10n.t("Not in this document. Rotate Webhook Secret sets it without showing it."),
          },
        },
        additionalProperties: {
          type: ["string", "number", "boolean"],
          description: vscode.l10n.t("A setting of the receiver's own."),
        },
      },
    },
  };
};
