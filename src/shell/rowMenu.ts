/** The terms about the number of selected rows. */
const ofOne = "!listMultiSelection";
const ofSeveral = "listMultiSelection";
/** Whether package.json has entries of rows below this id. */
export const isRowMenu = (id: string): boolean => /^(view\/item\/context$|forgeside\.rowMenu\.)/.test(id);

const term = /^(!\()?viewItem =~ \/(.+?)\/\)?$/;

/** A key that hides commands. Its value can't be read: the command itself says why it can do nothing. */
const unlessHidden = /^!forgeside\.[\w.]+$/;

/**
 * Whether a menu's when clause is true for a row of its view with this context value; `isOneOfSeveral`: others are selected
 * with it. Clauses that ask for something else are not true.
 */
export const isForRow = (when: string, contextValue: string, isOneOfSeveral = false): boolean =>
  when.split(" && ").every((each) => {
    if (unlessHidden.test(each)) return true;
    if (each === ofOne || each === ofSeveral) return isOneOfSeveral === (each === ofSeveral);
    const [, not, pattern] = term.exec(each) ?? [];
    return pattern === undefined
      ? each.startsWith("view == ")
      : new RegExp(pattern).test(contextValue) === (not === undefined);
  });
