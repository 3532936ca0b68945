import { accountCommands, logCommands, serviceCommands } from "../ids.ts";
import type { Welcome, When } from "./types.ts";

/**
 * The welcome texts of a view whose rows could not be read, by `FailureState`: what is so, and what can be done. For `error` the
 * view has a message with the reason, and rows, in place of a welcome text.
 */
export const failureWelcomes = (key: When, what: string, refresh: string): Readonly<Record<string, Welcome>> => {
  const tryAgain = `[Try Again](command:${refresh})`;
  const checkConnection = `[Check the Connection](command:${serviceCommands.doctor})`;
  const tokenButtons = [
    `[Replace Token](command:${accountCommands.replaceToken})`,
    // On a line with other words it is a link: the view has one button.
    `Or [sign out](command:${accountCommands.signOut}).`,
  ];
  const of = (state: string, ...lines: readonly string[]): Welcome => ({
    when: `${key} == ${state}`,
    text: lines.join("\n"),
  });
  return {
    offline: of(
      "offline",
      "The server can't be reached. Check the connection, the proxy and the server's URL.",
      tryAgain,
      checkConnection,
    ),
    limited: of(
      "limited",
      "Rate limit exceeded. The Service view shows until when requests wait.",
      `[Show Rate Limit](command:${serviceCommands.showLimit})`,
      tryAgain,
    ),
    refused: of("refused", "The server no longer accepts the token of this account.", ...tokenButtons),
    noToken: of("noToken", "The token of this account isn't on this computer.", ...tokenButtons),
    forbidden: of(
      "forbidden",
      `This account isn't allowed to read ${what}.`,
      `[Manage Permissions](command:${accountCommands.managePermissions})`,
      tryAgain,
    ),
    unreadable: of(
      "unreadable",
      `Couldn't read ${what}: the server's response can't be understood. It may come from a proxy or from a sign-in page of the network.`,
      tryAgain,
      checkConnection,
      `[Show Log](command:${logCommands.show})`,
    ),
  };
};
