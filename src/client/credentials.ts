/** The word before a token: some servers accept only the older one. */
export type AuthScheme = "Bearer" | "token";

/**
 * `oauth` and `token` are the same to us: a header, never the URL. `basic` is for the authorizations. `anonymous` sends
 * calls without credentials, where a client otherwise refuses to.
 */
export type Credentials =
  | { readonly type: "oauth" | "token"; readonly token: string; readonly scheme?: AuthScheme | undefined }
  | { readonly type: "anonymous" }
  | { readonly type: "basic"; readonly username: string; readonly password: string };

const isText = (value: unknown): value is string => typeof value === "string" && value.length > 0;

/** Header text only: no line breaks, nothing outside visible ASCII. */
const isHeaderSafe = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

/** The Authorization header's value; undefined without credentials. Throws TypeError on incomplete credentials, without showing them. */
export const authorizationHeader = (credentials: Credentials): string | undefined => {
  switch (credentials.type) {
    case "oauth":
    case "token":
      if (!isText(credentials.token)) throw new TypeError("authenticate: a token is needed.");
      if (!isHeaderSafe(credentials.token))
        throw new TypeError("authenticate: the token contains characters that no token has.");
      return `${credentials.scheme ?? "Bearer"} ${credentials.token}`;
    case "anonymous":
      return undefined;
    case "basic":
      if (!isText(credentials.username) || !isText(credentials.password))
        throw new TypeError("authenticate: a username and password are needed.");
      return `Basic ${encodeBase64(`${credentials.username}:${credentials.password}`)}`;
    default:
      throw new TypeError("authenticate: type must be oauth, token, basic or anonymous.");
  }
};

/** Which of the credentials an operation takes first. */
export const credentialsFor = (operation: string): "basic" | "token" =>
  operation.startsWith("authorization.") ? "basic" : "token";
