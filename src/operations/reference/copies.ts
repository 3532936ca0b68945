import type { RequestPreview } from "../../client/preview.ts";
import { isSecretName } from "../secrets.ts";
import type { OperationCall } from "../types.ts";

/** As a POSIX shell reads it: nothing in it is a command, a variable or a pattern. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

type Piece = { readonly text: string } | { readonly variable: string };

const split = (pieces: readonly Piece[], secret: string, variable: string): readonly Piece[] =>
  pieces.flatMap((piece): readonly Piece[] =>
    "variable" in piece
      ? [piece]
      : piece.text
          .split(secret)
          .flatMap((text, index): readonly Piece[] => (index === 0 ? [{ text }] : [{ variable }, { text }])),
  );

/** Quoted, with a variable in place of each secret. */
const withVariables = (text: string, secrets: ReadonlyMap<string, string>): string => {
  let pieces: readonly Piece[] = [{ text }];
  for (const [secret, variable] of secrets) pieces = split(pieces, secret, variable);
  return pieces.map((piece) => ("variable" in piece ? `"$${piece.variable}"` : quoted(piece.text))).join("");
};

const headerName = (name: string): string =>
  name
    .split("-")
    .map((part) =>
      part === "github" ? "GitHub" : part === "otp" ? "OTP" : part.charAt(0).toUpperCase() + part.slice(1),
    )
    .join("-");

/** What stands for a secret header. */
const headerArgument = (name: string, value: string): string => {
  if (name === "authorization")
    return value.startsWith("Basic")
      ? '--user "$FORGESIDE_USER:$FORGESIDE_PASSWORD"'
      : `--header "Authorization: ${value.split(" ")[0] ?? ""} $FORGESIDE_TOKEN"`;
  if (name.endsWith("-otp")) return `--header "${headerName(name)}: $FORGESIDE_OTP"`;
  if (name === "cookie") return '--header "Cookie: $FORGESIDE_COOKIE"';
  return `--header ${quoted(`${headerName(name)}: ${value}`)}`;
};

/** The request as a command for a shell. The token and the `secrets` of the body are variables in it. */
export const curlOf = ({ method, url, headers, body }: RequestPreview, secrets: readonly string[]): string => {
  const names = new Map(
    secrets.map((secret, index) => [
      JSON.stringify(secret).slice(1, -1),
      index === 0 ? "FORGESIDE_SECRET" : `FORGESIDE_SECRET_${index + 1}`,
    ]),
  );
  return [
    "curl",
    ...(method === "GET" ? ["--location"] : [`--request ${method}`]),
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => headerArgument(name, value)),
    ...(body === undefined ? [] : [`--data-raw ${withVariables(body, names)}`]),
  ].join(" \\\n  ");
};

/** The call as a line of JavaScript; secrets are variables in it. */
export const clientCallOf = ({ operation, parameters }: OperationCall): string => {
  const text = JSON.stringify(
    parameters,
    (name, value: unknown) => (isSecretName(name) && typeof value === "string" ? `\u0000${name}` : value),
    2,
  );
  const code = text.replace(
    /"\\u0000([\w-]+)"/g,
    (_, name: string) => `FORGESIDE_${name.toUpperCase().replaceAll("-", "_")}`,
  );
  // In a literal, that name would set the prototype.
  return `await client.${operation}(${code.replaceAll(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')});\n`;
};

/** The request as it goes over the wire. */
export const requestText = ({ method, url, headers, body }: RequestPreview): string => {
  const shown = body === undefined ? [] : ["", prettyJson(body)];
  return [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`),
    ...shown,
    "",
  ].join("\n");
};

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), hideSecrets, 2);
  } catch {
    return text;
  }
};

const hideSecrets = (name: string, value: unknown): unknown =>
  isSecretName(name) && typeof value === "string" && value !== "" ? "[hidden]" : value;
