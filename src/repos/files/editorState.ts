import { isUnsaved, openDocument } from "../../ui/openDocument.ts";
import type { ContentPlace } from "../types.ts";
import { contentUri } from "../uri.ts";
import type { EditorState } from "./fileBases.ts";

export const editorStateOf = (place: ContentPlace): EditorState => {
  const uri = contentUri(place);
  if (isUnsaved(uri)) return "unsaved";
  return openDocument(uri) ? "saved" : "none";
};
