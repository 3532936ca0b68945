/** Who a commit is by. */
export interface Signature {
  readonly name: string;
  readonly email: string;
}

/** Of `Ada Finch <ada@example.org>`, as git writes it; undefined for what is none. */
export const parseSignature = (text: string): Signature | undefined => {
  const [, before = "", email = ""] = /^([^<>]*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(text.trim()) ?? [];
  const name = before.trim();
  return name === "" || email === "" || /[\r\n]/.test(name) ? undefined : { name, email };
};
