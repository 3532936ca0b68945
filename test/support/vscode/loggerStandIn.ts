import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What @vscode/spdlog offers, in plain JavaScript, without the rotation of files. */
const source = `// Stands in for the native module, which was not compiled.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");
const names = ["trace", "debug", "info", "warning", "error", "critical"];
class Logger {
  constructor(type, name, file) { this.file = file; this.level = 2; this.raw = false; }
  write(level, message) {
    if (level < this.level || this.file === undefined) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try { appendFileSync(this.file, this.raw ? message : time + " [" + names[level] + "] " + message + "\\n"); } catch {}
  }
  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.raw = true; }
  flush() {}
  drop() { this.file = undefined; }
}
const create = async (name, file) => {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger("rotating", name, file);
};
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`;

/**
 * VS Code logs through a native module that would need a compiler and Node's headers here. Without it there are no log
 * files, and output channels with log levels stay empty. `modules` is the server's node_modules folder.
 */
export const writeLoggerStandIn = (modules: string): void => {
  const folder = join(modules, "@vscode", "spdlog");
  const index = join(folder, "index.js");
  if (!existsSync(index) || existsSync(join(folder, "build")) || readFileSync(index, "utf8") === source) return;
  renameSync(index, join(folder, "index.native.js"));
  writeFileSync(index, source);
};
