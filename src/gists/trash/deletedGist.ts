/** A file's content as text, or in base64 when it is none. */
interface DeletedFile {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

interface DeletedComment {
  readonly login: string;
  readonly body: string;
  readonly createdAt: string;
}

/** What a gist was when it was deleted. */
export interface DeletedGist {
  readonly id: string;
  readonly accountId: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly deletedAt: number;
  readonly gistId: string;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly public: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** In the service's order. */
  readonly files: readonly DeletedFile[];
  /** For the record: the service does not take them again. */
  readonly comments: readonly DeletedComment[];
  /** When it was sent, as long as it is unknown whether it was created. Milliseconds. */
  readonly tried?: number;
  /** The gist that was made of it. */
  readonly restoredAs?: string;
}

const isText = (value: unknown): value is string => typeof value === "string";

const isFile = (value: Partial<DeletedFile> | null): boolean =>
  isText(value?.name) && (isText(value.text) || isText(value.base64));

/** Undefined for a file that is no deleted gist. */
export const decodeDeleted = (text: string): DeletedGist | undefined => {
  try {
    const { version, deleted } = JSON.parse(text) as { version?: unknown; deleted?: Partial<DeletedGist> };
    const valid =
      version === 1 &&
      isText(deleted?.id) &&
      /^[\w-]+$/.test(deleted.id) &&
      isText(deleted.accountId) &&
      isText(deleted.gistId) &&
      isText(deleted.title) &&
      (deleted.description === null || isText(deleted.description)) &&
      typeof deleted.public === "boolean" &&
      typeof deleted.deletedAt === "number" &&
      Array.isArray(deleted.files) &&
      deleted.files.every(isFile) &&
      Array.isArray(deleted.comments);
    return valid ? (deleted as DeletedGist) : undefined;
  } catch {
    return undefined;
  }
};

export const encodeDeleted = (deleted: DeletedGist): string => JSON.stringify({ version: 1, deleted });

/** The files that can be sent again; the service takes text only, and none that is empty. */
export const textFilesOf = ({ files }: DeletedGist): Readonly<Record<string, string>> =>
  Object.fromEntries(files.flatMap(({ name, text }) => (text ? [[name, text] as const] : [])));

/** The files that cannot be sent again. */
export const lostFilesOf = ({ files }: DeletedGist): readonly string[] =>
  files.filter(({ text }) => !text).map(({ name }) => name);
