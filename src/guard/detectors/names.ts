/** What a name says of the value beside it. */
export type NameKind = "password" | "key" | "authorization";

const passwordEnd = /(?:passw(?:or)?d|passphrase|passcode|pwd|kennwort|passwort|contrasena|motdepasse)s?$/;
const keyEnd =
  /(?:secret|token|apikey|accesskey|secretkey|privatekey|authkey|encryptionkey|signingkey|masterkey|sharedkey|accountkey|storagekey|clientsecret|credentials?)$/;
const keyOwners = new Set(
  (
    "api access secret private priv auth encryption encrypt crypto signing sign signature shared master account storage " +
    "service client license deploy webhook session app application admin db jwt hmac cookie root write read ingest " +
    "integration subscription instrumentation server consumer user security merchant project org team bot aes"
  ).split(" "),
);
/** Words after which a value is described, not given. */
const tails = new Set(
  (
    "value string text plain plaintext raw b64 base64 base 64 prod production dev development stage staging live sandbox qa uat " +
    "test ci local env current new old default backup primary secondary main global v1 v2 v3 eu us"
  ).split(" "),
);
const harmless = new Set(
  (
    "public pub page next prev previous cursor continuation pagination resume sync csrf xsrf authenticity verification antiforgery nonce idempotency dedup cancellation " +
    "cancel foreign sort partition cache lookup translation i18n design color colour syntax lexer parser hash hashed digest checksum " +
    "fingerprint encrypted cipher sealed wrong invalid bad incorrect fake dummy mock example sample placeholder " +
    "expected unknown missing weak short label max min num count total prompt completion input output field"
  ).split(" "),
);
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

/** True for names of values that only tests have. */
export const isOfTests = (name: string): boolean =>
  wordsOf(name).some((word) => word === "test" || word === "tests");

/** Judges an identifier of any style by its words; undefined when the value beside it may be anything. */
export const nameKindOf = (name: string): NameKind | undefined => {
  const words = [...wordsOf(name)];
  while (words.length > 1 && (tails.has(words.at(-1) ?? "") || /^\d+$/.test(words.at(-1) ?? ""))) words.pop();
  const last = (words.at(-1) ?? "").replace(/\d+$/, "");
  const before = words.at(-2) ?? "";
  if (words.some((word) => harmless.has(word))) return undefined;
  if (passwordEnd.test(last)) return "password";
  if (last === "pass" || last === "pw")
    return words.length > 1 || name === name.toUpperCase() ? "password" : undefined;
  if (last === "requirepass" || last === "masterauth" || last === "rootpw") return "password";
  if (last === "password" || last === "word") return before === "pass" ? "password" : undefined;
  if (last === "auth" || last === "authorization") return "authorization";
  if (keyEnd.test(last) || last === "pat" || last === "jwt" || last === "bearer") return "key";
  if (last === "key")
    return keyOwners.has(before) || /(?:api|secret|auth|access)$/.test(before) ? "key" : undefined;
  return undefined;
};
