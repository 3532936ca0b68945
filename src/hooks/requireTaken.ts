import { localizable } from "../base/localizable.ts";
import { HttpError } from "../client/errors.ts";
import type { Hook } from "../client/types/hook.ts";
import { plainConfig } from "./hookDocument.ts";
import type { HookPlan } from "./plan.ts";
import { hiddenText } from "./types.ts";

/** Fields of a hook, in the form in which they can be compared. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Throws HttpError `unreadable` where the answer to a change still has what was to be changed. A server may give a value
 * another form, but not the value that it had. What it hides says nothing.
 */
const requireFields = (former: Fields, sent: Fields, answer: Fields): void => {
  for (const [name, value] of Object.entries(sent)) {
    const [before, wanted, now] = [former[name], value, answer[name]].map((each) => JSON.stringify(each));
    if (now === undefined || now === wanted || now.includes(hiddenText)) continue;
    if (now === before)
      throw new HttpError(
        "unreadable",
        500,
        localizable("The server's response still has the former value of {0}.", name),
        {
          mayHaveSucceeded: true,
        },
      );
  }
};

/** As `requireFields`, for the settings of a hook. */
export const requireConfig = (former: Hook, sent: Fields, answer: Fields): void => {
  const plain = plainConfig(sent);
  const names = Object.keys(sent).filter((name) => name in plain);
  requireFields(
    plainConfig(former.config),
    Object.fromEntries(names.map((name) => [name, plain[name]])),
    plainConfig(answer),
  );
};

/** As `requireFields`, for what is beside the settings. */
export const requireEdit = (
  former: Hook,
  { active = former.active, events, add_events: added = [], remove_events: removed = [] }: HookPlan["edit"],
  answer: Pick<Hook, "active" | "events">,
): void => {
  const wanted = events ?? [...former.events.filter((event) => !removed.includes(event)), ...added];
  const fieldsOf = (of: Pick<Hook, "active" | "events">): Fields => ({
    active: of.active,
    events: Array.isArray(of.events) ? [...of.events].toSorted((a, b) => (a < b ? -1 : 1)) : undefined,
  });
  requireFields(fieldsOf(former), fieldsOf({ active, events: wanted }), fieldsOf(answer));
};
