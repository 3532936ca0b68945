import { entropyOf, hasCharacters, isCommonValue, isPlaceholder } from "./placeholder.ts";

/** Where a value stands: code needs quotes and stronger evidence than a line of an .env file. */
export interface ValuePlace {
  readonly isQuoted: boolean;
  /** `NAME=value` or a configuration file: values are data there, not code. */
  readonly isData: boolean;
  /** In files of tests, or beside a name of tests. */
  readonly isOfTests: boolean;
}

const uuid = /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i;
const hash =
  /^(?:\$(?:2[abxy]|argon2\w*|5|6|1|y|scrypt)\$|\{(?:SSHA|SHA|MD5|CRYPT)|pbkdf2|bcrypt|argon2|scrypt\$|sha(?:1|256|384|512)[-:~$]|md5[-:])/i;
/** Code, addresses, paths, ids, dates: what names a secret elsewhere or is something else altogether. */
const reference =
  /^(?:process|os|env|config|cfg|settings|options|opts|props|this|self|secrets?|vars?|params?|args|ctx|req|request|res|response|data|state|user|account|vault|data|local|module|import|new|await|null|none|nil|system|github|steps|inputs|kms|ssm|keyvault)(?:[.[(:]|\?\.)|^[a-z][a-z\d+.-]*:\/\/|^(?:\.{0,2}|~)\/[\w./-]+$|^[A-Za-z]:\\|^(?:arn|urn|op|file|ref|projects|env|ENC)[:/[]|^!|^[*&|>]|^@Microsoft|^data:|\/v\d+(?:(?:alpha|beta)\d+)?$|\(\)|=>|^\w+\([^)]*\)?;?$|^\d{1,4}[-/.:]\d{1,2}[-/.:]\d{1,4}|^[v^~<>=]*\d+(?:\.\d+)+(?:[-+][\w.]+)?$|^#[\da-f]{3,8}$|^(?:ssh-(?:rsa|ed25519)|ecdsa-)|^(?:pk_(?:live|test)_)|\.(?:json|ya?ml|pem|key|crt|cer|txt|env|toml|js|ts|py|go|md|html?|png|svg|jks|p12|pfx)$|^[\w.+-]+@[\w-]+\.[\w.]+$/i;
const keyWord = /pass|secret|token|credential|(?:^|[-_.])key|auth|[-_.]pwd/i;

const isIdentifier = (text: string): boolean =>
  // Words, with at most one number at the end of each: camelCase, snake_case, kebab-case, dotted.
  /^[A-Za-z]+\d{0,3}(?:[-_.:/ ][A-Za-z]+\d{0,3})*[!?.:,]?$/.test(text) && !hasRandomCase(text);

/** Letters whose case follows no style: neither words nor humps. */
export const hasRandomCase = (text: string): boolean => {
  const humps = text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  const short = humps.filter((hump) => hump.length <= 2).length;
  return text.length >= 12 && humps.length >= 4 && short / humps.length > 0.45;
};

const classesOf = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((one) => one.test(text)).length;

const isOther = (value: string): boolean =>
  /\s/.test(value) || isPlaceholder(value) || isCommonValue(value) || hash.test(value) || reference.test(value);

/** Whether it can be a user's password rather than a word, a label or code. */
export const isRealPassword = (value: string, place: ValuePlace): boolean => {
  if (value.length < (place.isData ? 6 : 8) || value.length > 200 || isOther(value) || uuid.test(value))
    return false;
  if (/^[A-Z][A-Z_]+$/.test(value)) return false;
  if (keyWord.test(value) && isIdentifier(value)) return false;
  if (place.isOfTests && (value.length < 12 || entropyOf(value) < 3.2)) return false;
  if (/^\d+$/.test(value)) return place.isQuoted && value.length >= 8;
  if (isIdentifier(value)) {
    // A word alone is a password in a configuration only; in code it is a label, a key or a type.
    if (!place.isData) return /\d{2}$/.test(value) && place.isQuoted && value.length >= 10;
    return value.length >= 8 && !/[. :/]/.test(value) && !/^[A-Z][a-z]+$/.test(value);
  }
  if (!place.isQuoted && /[()[\]{}]|^[\w.]+,$/.test(value)) return classesOf(value) === 4;
  return classesOf(value) >= 2 && hasCharacters(value, 5);
};

/** Whether it is random enough for a token or a key; words, ids and hashes with a name of their own are not. */
export const isRealKey = (value: string, place: ValuePlace): boolean => {
  if (value.length < 16 || value.length > 600 || isOther(value)) return false;
  if (!/^[\w+/=.~:!@#$%^&*-]+$/.test(value) || isIdentifier(value)) return false;
  const digits = value.replaceAll(/\D/g, "").length;
  const letters = value.replaceAll(/[^A-Za-z]/g, "").length;
  if (letters < 4) return false;
  if (uuid.test(value)) return place.isData || place.isQuoted;
  const least =
    (/^[\da-f]+$/i.test(value) ? 2.9 : 3.2) +
    (place.isOfTests ? 0.3 : 0) +
    (place.isQuoted || place.isData ? 0 : 0.4);
  if (entropyOf(value) < least) return false;
  // Segments of words with a number each are names: `my-secret-v2`, `key1.primary`.
  const segments = value.split(/[-_.:/]/);
  const wordy = segments.filter(
    (segment) => /^(?:[A-Za-z]{2,}\d{0,2}|\d{1,2}|)$/.test(segment) && !hasRandomCase(segment),
  );
  if (wordy.length === segments.length) return false;
  return digits >= 2 || (value.length >= 20 && hasRandomCase(value));
};

/** The password in `user:password` in base64, as Basic authentication and Docker write it. */
export const basicPasswordOf = (value: string): string | undefined => {
  if (!/^[A-Za-z\d+/]{12,}={0,2}$/.test(value)) return undefined;
  try {
    return /^[\x21-\x39\x3b-\x7e]+:([\x20-\x7e]{4,})$/.exec(atob(value))?.[1];
  } catch {
    return undefined;
  }
};

/** A default password, or a placeholder for one. */
export const isKnownPassword = (password: string): boolean => isPlaceholder(password) || isCommonValue(password);
