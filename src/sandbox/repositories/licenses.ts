import { textOf } from "../git/bytes.ts";
import type { Store } from "../store.ts";
import { headOf } from "./refs.ts";
import type { StoredRepository } from "./repositoryState.ts";

export interface License {
  readonly key: string;
  readonly name: string;
  readonly spdx: string;
  /** How its text begins. */
  readonly start: RegExp;
}

const licenses: readonly License[] = [
  { key: "mit", name: "MIT License", spdx: "MIT", start: /^\s*(The )?MIT License/i },
  { key: "isc", name: "ISC License", spdx: "ISC", start: /^\s*ISC License/i },
  { key: "apache-2.0", name: "Apache License 2.0", spdx: "Apache-2.0", start: /^\s*Apache License\s+Version 2/i },
  {
    key: "bsd-3-clause",
    name: 'BSD 3-Clause "New" or "Revised" License',
    spdx: "BSD-3-Clause",
    start: /^\s*BSD 3/i,
  },
  { key: "gpl-3.0", name: "GNU General Public License v3.0", spdx: "GPL-3.0", start: /^\s*GNU GENERAL PUBLIC/i },
  { key: "unlicense", name: "The Unlicense", spdx: "Unlicense", start: /^\s*This is free and unencumbered/i },
];

const other: License = { key: "other", name: "Other", spdx: "NOASSERTION", start: /^/ };

/** The licence in the default branch's root; null when there is none. */
export const licenseOf = (store: Store, repository: StoredRepository): License | null => {
  const head = headOf(store, repository);
  if (head === undefined) return null;
  const { git } = store;
  const file = git
    .tree(git.commit(head).tree)
    .find(([mode, , name]) => mode.startsWith("100") && /^(licen[sc]e|copying)(\.(md|txt))?$/i.test(name));
  if (file === undefined || git.blobSize(file[1]) > 100_000) return null;
  const text = textOf(git.blob(file[1]));
  return licenses.find(({ start }) => start.test(text)) ?? other;
};
