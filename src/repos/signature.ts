/** Who a commit is by. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Of `Ada Finch <ada@example.org>`, as git writes it; undefined for what is none. */
export const parseSignature = (text: string): Signature | undefined => {
  const [, name = "", email = ""] = /^\s*([^<>\r\n]*?)\s*<([^<>\s@]+@[^<>\s@]+)>\s*$/.exec(text) ?? [];
  return name === "" || email === "" ? undefined : { name, email };
};
