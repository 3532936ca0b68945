import { FileType, type Uri, workspace } from "vscode";
import { eventually } from "../../support/eventually.ts";
import type { Session } from "./session.ts";

const textsIn = async (folder: Uri): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const [name, kind] of await workspace.fs.readDirectory(folder)) {
    const uri = folder.with({ path: `${folder.path}/${name}` });
    if (kind === FileType.Directory) texts.push(...(await textsIn(uri)));
    else texts.push(new TextDecoder().decode(await workspace.fs.readFile(uri)));
  }
  return texts;
};

/** All that the extension logged, once `awaited` is in it. */
export const logsWith = async ({ parts }: Session, awaited: string): Promise<string> => {
  let all = "";
  await eventually(async () => {
    all = (await textsIn(parts.context.logUri)).join("\n");
    return all.includes(awaited);
  }, `${awaited} is in the log`);
  return all;
};
