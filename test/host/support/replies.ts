import { commands } from "vscode";
import { commentCommands } from "../../../src/ids.ts";
import { eventually } from "../../support/eventually.ts";
import type { Session } from "./session.ts";

/** Sends what is typed below a thread, and waits until that is over. The command doesn't. */
export const sendReply = async (session: Session, target: object): Promise<void> => {
  await commands.executeCommand(commentCommands.create, target);
  const { comments, commitComments } = session.parts;
  const isSending = (each: typeof comments | typeof commitComments): boolean =>
    each.unsentOf(session.accountId).some((id) => each.isSending(id));
  await eventually(() => ![comments, commitComments].some(isSending), "the reply is sent");
};
