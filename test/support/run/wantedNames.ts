/** Where the names are for the processes in which the tests run. */
const variable = "FORGESIDE_TEST_NAMES";

export const writeWantedNames = (names: readonly string[]): void => {
  process.env[variable] = JSON.stringify(names);
};

export const readWantedNames = (): readonly string[] => JSON.parse(process.env[variable] ?? "[]") as string[];

/** Suites and tests may be joined by ` › ` or by a space, as mocha joins them. */
const flat = (name: string): string => name.replaceAll(" › ", " ");

/** Whether a test's name, which begins with those of its suites, has one of these texts in it; any has when there is none. */
export const isWanted = (fullName: string, names: readonly string[]): boolean =>
  names.length === 0 || names.some((name) => flat(fullName).includes(flat(name)));
