import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { CancelledError, isCancelled, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { askChecked } from "../ui/inputBox.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { pickOne } from "../ui/prompts.ts";
import { textOf, fieldsOf } from "./activity.ts";
import { isSameFeed, isTarget } from "./feed.ts";
import { feedIcons, feedText } from "./feedText.ts";
import type { Feed, FeedKind } from "./types.ts";
import type { RepoPlace } from "../repos/types.ts";

/** What the user types a name for. */
type Asked = "user" | "organization" | "repository";

interface Row extends vscode.QuickPickItem {
  readonly feed?: Feed;
  readonly asked?: Asked;
}

const kindsFor: Readonly<Record<Asked, readonly FeedKind[]>> = {
  user: ["user", "userPublic", "received", "receivedPublic"],
  organization: ["org", "userOrg"],
  repository: ["repo", "issues", "network"],
};

const feedsFor = (asked: Asked, name: string, login: string): readonly Feed[] =>
  kindsFor[asked].map((kind) => ({ kind, target: kind === "userOrg" ? `${login}/${name}` : name }));

const rowOf = (feed: Feed, login: string): Row => ({
  label: `$(${feedIcons[feed.kind]}) ${plainText(feedText(feed, login))}`,
  feed,
});

const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });

/** The organizations of the account; none where the server does not list them. */
const organizationsOf = async ({ client }: Account, signal: AbortSignal): Promise<readonly string[]> => {
  try {
    const found = await client.get("/user/orgs?per_page=100" as `/${string}`, { signal });
    return Array.isArray(found)
      ? found.map((one: unknown) => textOf(fieldsOf(one)["login"])).filter((login) => isTarget("org", login))
      : [];
  } catch (error) {
    if (isCancelled(error) || HttpError.is(error, "unauthorized")) throw error;
    return [];
  }
};

const part = encodeURIComponent;

const pathOf = (asked: Asked, name: string): `/${string}` => {
  switch (asked) {
    case "user":
      return `/users/${part(name)}`;
    case "organization":
      return `/orgs/${part(name)}`;
    case "repository":
      return `/repos/${name.split("/").map(part).join("/")}`;
  }
};

const questions = (
  asked: Asked,
): { readonly title: string; readonly prompt: string; readonly example: string } => {
  switch (asked) {
    case "user":
      return {
        title: vscode.l10n.t("Feed of a User"),
        prompt: vscode.l10n.t("Enter a username"),
        example: "octocat",
      };
    case "organization":
      return {
        title: vscode.l10n.t("Feed of an Organization"),
        prompt: vscode.l10n.t("Enter an organization name"),
        example: "acme",
      };
    case "repository":
      return {
        title: vscode.l10n.t("Feed of a Repository"),
        prompt: vscode.l10n.t("Enter the repository as owner/name"),
        example: "octocat/hello-world",
      };
  }
};

/** A name that the service knows, as it spells it. Throws CancelledError. */
const askName = ({ client, profile }: Account, asked: Asked): Promise<string> => {
  const { title, prompt, example } = questions(asked);
  return askChecked({
    title,
    prompt,
    placeholder: example,
    accept: async (value, signal) => {
      const name = value.trim().replace(/^@/, "");
      if (!isTarget(asked === "repository" ? "repo" : "user", name))
        throw new UserError(vscode.l10n.t("That isn't a valid name. It looks like {0}.", example));
      try {
        const found = fieldsOf(await client.get(pathOf(asked, name), { signal }));
        const spelled = textOf(asked === "repository" ? found["full_name"] : found["login"]);
        return isTarget(asked === "repository" ? "repo" : "user", spelled) ? spelled : name;
      } catch (error) {
        if (!HttpError.is(error, "notFound")) throw error;
        throw new UserError(
          vscode.l10n.t("{0} is not on this server, or {1} may not see it.", name, nameOf(profile)),
        );
      }
    },
  });
};

const pickKinds = async (feeds: readonly Feed[], login: string, name: string): Promise<readonly Feed[]> => {
  const rows = feeds.map((feed, index) => ({
    label: `$(${feedIcons[feed.kind]}) ${plainText(feedText(feed, login))}`,
    feed,
    picked: index === 0,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    canPickMany: true,
    placeHolder: vscode.l10n.t("Select what to show of {0}", name),
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ feed }) => feed);
};

/** The feeds that the user picks of those that fit the account. Throws CancelledError. */
export const pickFeeds = async (
  account: Account,
  { shown, openHere }: { readonly shown: readonly Feed[]; readonly openHere: readonly RepoPlace[] },
): Promise<readonly Feed[]> => {
  const { login, id } = account.profile;
  const organizations = await withProgress(vscode.l10n.t("Reading your organizations…"), (signal) =>
    organizationsOf(account, signal),
  );
  const isNew = (feed: Feed): boolean => !shown.some((each) => isSameFeed(each, feed));
  const rowsOf = (title: string, feeds: readonly Feed[]): readonly Row[] => {
    const fresh = feeds.filter(isNew);
    return fresh.length === 0 ? [] : [separator(title), ...fresh.map((feed) => rowOf(feed, login))];
  };
  const here = openHere.filter(({ accountId }) => accountId === id).map(({ owner, repo }) => `${owner}/${repo}`);
  const own = (["received", "user", "receivedPublic", "userPublic"] as const).map((kind) => ({
    kind,
    target: login,
  }));
  const rows: readonly Row[] = [
    ...rowsOf(
      vscode.l10n.t("open in this window"),
      here.flatMap((name) => feedsFor("repository", name, login)),
    ),
    ...rowsOf(vscode.l10n.t("you"), own),
    ...rowsOf(
      vscode.l10n.t("your organizations"),
      organizations.flatMap((name) => feedsFor("organization", name, login)),
    ),
    separator(vscode.l10n.t("others")),
    { label: `$(repo) ${vscode.l10n.t("A Repository...")}`, asked: "repository" },
    { label: `$(person) ${vscode.l10n.t("A User...")}`, asked: "user" },
    { label: `$(organization) ${vscode.l10n.t("An Organization...")}`, asked: "organization" },
    ...[{ kind: "public", target: "" } as const].filter(isNew).map((feed) => rowOf(feed, login)),
  ];
  const { feed, asked } = await pickOne(rows, {
    title: vscode.l10n.t("Add Feed for {0}", nameOf(account.profile)),
    placeHolder: vscode.l10n.t("Select what to show"),
  });
  if (feed) return [feed];
  if (!asked) throw new CancelledError();
  const name = await askName(account, asked);
  return pickKinds(feedsFor(asked, name, login), login, name);
};
