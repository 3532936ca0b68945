import { sha256 } from "./sha256.ts";

/** Which window may publish a record, and until when. Milliseconds since 1970-01-01T00:00:00Z. */
interface Lease {
  readonly owner: string;
  readonly until: number;
}

/** The name of a record's file: what it is about, its generation, who wrote it, and who may publish it now. */
export interface RecordName {
  /** Of the key of what it is about, 32 hexadecimal digits. */
  readonly digest: string;
  /** Higher than those of all records of the same key that were known when it was written. */
  readonly generation: number;
  /** The window that wrote it; empty for a record of version 0.1. */
  readonly writer: string;
  readonly lease?: Lease;
}

const pattern = /^([0-9a-f]{32})(?:\.(\d{1,9})\.([0-9a-z]{8}))?(?:\.lease-([0-9a-z]{8})-(\d{1,15}))?\.json$/;

/** Undefined for a file that is not a record. */
export const parseRecordName = (name: string): RecordName | undefined => {
  const [, digest, generation = "0", writer = "", owner, until] = pattern.exec(name) ?? [];
  if (digest === undefined) return undefined;
  const lease = owner === undefined ? {} : { lease: { owner, until: Number(until) } };
  return { digest, generation: Number(generation), writer, ...lease };
};

/** The same as long as the record exists, whichever window may publish it. */
export const idOf = ({ digest, generation, writer }: RecordName): string =>
  writer === "" ? digest : `${digest}.${generation}.${writer}`;

export const formatRecordName = (name: RecordName): string =>
  `${idOf(name)}${name.lease ? `.lease-${name.lease.owner}-${name.lease.until}` : ""}.json`;

/** A name that every disk takes, however long the file's own is. */
export const digestOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, 32);

/** A name of this window in the names of its files. */
export const newWriter = (): string => crypto.randomUUID().slice(0, 8);
