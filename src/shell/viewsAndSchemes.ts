import {
  commitConversationScheme,
  conversationScheme,
  gistScheme,
  gistSideScheme,
  gistsTreeMime,
  hookScheme,
  linkSideScheme,
  operationScheme,
  operationTextScheme,
  payloadScheme,
  repoScheme,
  schemaScheme,
  searchScheme,
  textScheme,
  type ViewId,
  views,
} from "../manifestNames.ts";

/** What VS Code must know of a view before its rows can be asked for. */
export interface ViewOptions {
  readonly showCollapseAll?: boolean;
  readonly dragMimeTypes?: readonly string[];
  readonly dropMimeTypes?: readonly string[];
}

/** What is dragged out of the view of gists, and dropped on it. */
export const gistMimeTypes = {
  drag: ["text/uri-list"],
  drop: [gistsTreeMime, "text/uri-list", "files"],
} as const;

export const viewOptions: Readonly<Record<ViewId, ViewOptions>> = {
  [views.repos]: { showCollapseAll: true },
  [views.gists]: {
    showCollapseAll: true,
    dragMimeTypes: gistMimeTypes.drag,
    dropMimeTypes: gistMimeTypes.drop,
  },
  [views.service]: { showCollapseAll: true },
  [views.activity]: { showCollapseAll: true },
  [views.accounts]: {},
};

/** Of documents that can be saved. */
export const fileSystemSchemes = [gistScheme, hookScheme, operationScheme, payloadScheme, repoScheme] as const;
/** Of documents that can only be read. */
export const documentSchemes = [
  commitConversationScheme,
  conversationScheme,
  gistSideScheme,
  linkSideScheme,
  operationTextScheme,
  schemaScheme,
  searchScheme,
  textScheme,
] as const;
/** Those of editors that VS Code opens again after a reload, before it starts the extension for another reason. */
export const restoredSchemes = [gistSideScheme, linkSideScheme] as const;
/** Of webviews that VS Code gives back after a reload. */
export const panelTypes = ["forgeside.insights", "forgeside.timeline"] as const;

export type FileSystemScheme = (typeof fileSystemSchemes)[number];
export type DocumentScheme = (typeof documentSchemes)[number];
export type PanelType = (typeof panelTypes)[number];
