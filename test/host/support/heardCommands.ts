import { commands } from "vscode";

/** Calls `hear` with each command that is executed, which is then run, until the answered function is called. */
export const hearCommands = (hear: (id: string, ...given: readonly unknown[]) => void): (() => void) => {
  const former = Object.getOwnPropertyDescriptor(commands, "executeCommand");
  const { executeCommand } = commands;
  const value = (id: string, ...given: readonly unknown[]) => {
    hear(id, ...given);
    return executeCommand(id, ...given);
  };
  Object.defineProperty(commands, "executeCommand", { value, configurable: true, writable: true });
  return () => {
    if (former) Object.defineProperty(commands, "executeCommand", former);
  };
};
