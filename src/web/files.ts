import type * as vscode from "vscode";

type Require = (id: string) => unknown;

interface Module {
  exports: Record<string, unknown>;
}

/**
 * What `require` is in Node, for VS Code for the Web: it has `vscode` only, and no files. `load` reads and compiles what a
 * module needs before it is required.
 */
export interface WebRequire {
  (id: string): unknown;
  readonly load: (module: string) => Promise<void>;
}

export interface WebFiles {
  readonly require: WebRequire;
  /** What the file that VS Code runs exports to the others. */
  readonly main: Module;
  /** Says where the files are. */
  readonly setFolder: (folder: vscode.Uri) => void;
}

/** `needs` has the files that each module needs, itself included. `mainName` is what others call the file that VS Code runs. */
export const webFiles = (
  host: Require,
  needs: Readonly<Record<string, readonly string[]>>,
  mainName: string,
): WebFiles => {
  const { Uri, workspace } = host("vscode") as typeof vscode;
  const main: Module = { exports: {} };
  const modules = new Map<string, Module>([[mainName, main]]);
  type Code = (module: Module, exports: Module["exports"], require: WebRequire) => void;
  const codes = new Map<string, Code>();
  const reading = new Map<string, Promise<void>>();
  let folder: vscode.Uri | undefined;

  const read = async (name: string): Promise<void> => {
    if (!folder) throw new Error("The extension is not activated.");
    const uri = Uri.joinPath(folder, name);
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    // The files are the extension's own. Nothing else runs code there.
    codes.set(
      name,
      new Function("module", "exports", "require", `${text}\n//# sourceURL=${uri.toString(true)}`) as Code,
    );
  };
  const load = async (module: string): Promise<void> => {
    const names = (needs[module] ?? []).filter((name) => !codes.has(name));
    await Promise.all(
      names.map((name) => {
        // A file that could not be read is read again with the next use.
        const isRead = reading.get(name) ?? read(name).finally(() => reading.delete(name));
        reading.set(name, isRead);
        return isRead;
      }),
    );
  };
  const require = (id: string): unknown => {
    if (!id.startsWith("./")) return host(id);
    const name = id.slice(2);
    const known = modules.get(name);
    if (known) return known.exports;
    const code = codes.get(name);
    if (!code) throw new Error(`${name} was not loaded.`);
    const module: Module = { exports: {} };
    modules.set(name, module);
    try {
      code(module, module.exports, webRequire);
    } catch (error) {
      modules.delete(name);
      throw error;
    }
    return module.exports;
  };
  const webRequire: WebRequire = Object.assign(require, { load });
  return {
    require: webRequire,
    main,
    setFolder: (given) => {
      folder = given;
    },
  };
};
