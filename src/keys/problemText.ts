import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { saidBy } from "../ui/localizedText.ts";
import { KeyProblem } from "./problem.ts";
import { pluralText } from "../ui/pluralText.ts";

const isUnconfirmed = (cause: unknown): cause is HttpError => HttpError.is(cause) && cause.mayHaveSucceeded;

/** The reason where it is known what came of it. */
const whyText = (cause: unknown): string => (isUnconfirmed(cause) ? saidBy(cause) : errorText(toUserError(cause)));

const problemText = ({ kind, subject, cause }: KeyProblem): string => {
  switch (kind) {
    case "privateKey":
      return vscode.l10n.t(
        "This is a PRIVATE key. It wasn't sent and isn't stored here: only its own machine may have it. Enter the public key, the line in the file that ends in .pub. Anyone who saw the private key can use it: create a new pair then.",
      );
    case "noKey":
      return vscode.l10n.t("That isn't a public key: it is one line such as ssh-ed25519 AAAA…; nothing was sent.");
    case "damagedKey":
      return vscode.l10n.t(
        "A part of this {0} key is missing or was changed. Copy all of it; nothing was sent.",
        subject,
      );
    case "severalKeys":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {This is # key. Add one after the other; nothing was sent.} other {These are # keys. Add one after the other; nothing was sent.}}",
        ),
        Number(subject),
      );
    case "unknownType":
      return vscode.l10n.t("Keys of the type {0} can't be used as deploy keys. Nothing was sent.", subject);
    case "noAdmin":
      return vscode.l10n.t(
        "Deploy keys of {0} are for its administrators only: this account isn't one, its token lacks the scope repo, or the repository no longer exists.",
        subject,
      );
    case "inUse":
      return vscode.l10n.t(
        "This key is in use already, here or at another repository. A deploy key is for one repository only: generate another one for “{0}”.",
        subject,
      );
    case "cannotRename":
      return vscode.l10n.t(
        "This server can't change the title of a key and doesn't accept a key twice: “{0}” is as it was. Rotate it to create a new key with a new title.",
        subject,
      );
    case "gone":
      return vscode.l10n.t("The key “{0}” no longer exists.", subject);
    case "notAdded":
      return vscode.l10n.t("The server shows another key than it was given for “{0}”.", subject);
    case "bothLeft":
      if (isUnconfirmed(cause))
        return vscode.l10n.t(
          "The new key is at the server, and the former one, “{0}”, may have been deleted, but the server did not confirm it. Delete it again to be sure. ({1})",
          subject,
          whyText(cause),
        );
      return vscode.l10n.t(
        "The new key is at the server, and the former one, “{0}”, is still there too: it was not deleted. Both work; delete the former one later. ({1})",
        subject,
        whyText(cause),
      );
    case "deletionUnconfirmed":
      return vscode.l10n.t(
        "“{0}” may have been deleted, but the server did not confirm it, and it was not added again. Its public half was copied to the clipboard. ({1})",
        subject,
        whyText(cause),
      );
    case "neitherLeft":
      if (isUnconfirmed(cause))
        return vscode.l10n.t(
          "“{0}” is deleted, and the server did not confirm that it was added again. Its public half was copied to the clipboard. ({1})",
          subject,
          whyText(cause),
        );
      return vscode.l10n.t(
        "“{0}” is deleted, but could not be added again: no one can use it now. Its public half was copied to the clipboard: add it by pasting. ({1})",
        subject,
        whyText(cause),
      );
  }
};

/** A problem of deploy keys as an error for people; anything else as it is. */
export const toUserError = (error: unknown): unknown =>
  error instanceof KeyProblem ? new UserError(problemText(error), { cause: error.cause }) : error;
