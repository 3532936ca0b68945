import { type Disposable, EventEmitter, FileSystemError, FileType, workspace } from "vscode";

/** A disk of one flat folder, also in a browser: `files` has the texts by path. */
export const registerMemoryDisk = (scheme: string, files: Map<string, string>): Disposable =>
  workspace.registerFileSystemProvider(scheme, {
    onDidChangeFile: new EventEmitter<never>().event,
    watch: () => ({ dispose: () => undefined }),
    stat: (uri) => {
      const text = files.get(uri.path);
      if (text === undefined) throw FileSystemError.FileNotFound(uri);
      return { type: FileType.File, ctime: 0, mtime: 0, size: new TextEncoder().encode(text).length };
    },
    readDirectory: () => [],
    createDirectory: () => undefined,
    readFile: (uri) => new TextEncoder().encode(files.get(uri.path)),
    writeFile: (uri, bytes) => void files.set(uri.path, new TextDecoder().decode(bytes)),
    delete: (uri) => void files.delete(uri.path),
    rename: () => undefined,
  });
