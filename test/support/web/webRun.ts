/** What the process that starts a run in the worker and the run itself agree on. */
export const webRun = {
  /** Before each event on the console. */
  prefix: "@@test ",
  /** The path at which the run finds what to run. */
  selection: "/selection.json",
} as const;
