import type { Match } from "../finding.ts";
import { entropyOf, isCommonValue, isPlaceholder } from "./placeholder.ts";

const here =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|(?:[\w-]+\.)*(?:example|test|invalid|local)(?:\.\w+)?)$/i;
const words = /^[A-Za-z]+\d?$/;

/** A default password, or a placeholder for one. */
const isWeak = (password: string): boolean =>
  password.length < 4 || isPlaceholder(password) || isCommonValue(password) || /^[:$%{(<]|[{}<>]/.test(password);

const schemeEnd = /[a-z][a-z\d+.-]{1,20}$/i;
const maxSchemeLength = 21;
const afterScheme = /:\/\/([^\s/:@"'`<>()|]{0,100}):([^\s/@"'`<>]{1,200})@([\w.-]{1,120}|\[[\da-f:]+\])/diy;

/** Addresses with a password, from where their scheme ends: user, password and host. */
function* addressesIn(text: string): Generator<RegExpExecArray, void, undefined> {
  let done = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    if (!schemeEnd.test(text.slice(Math.max(done, at - maxSchemeLength), at))) continue;
    afterScheme.lastIndex = at;
    const match = afterScheme.exec(text);
    if (!match) continue;
    yield match;
    done = at + match[0].length;
  }
}

const findUrls = (text: string): readonly Match[] => {
  return [...addressesIn(text)].flatMap((match): Match[] => {
    const [, user = "", password = "", host = ""] = match;
    // Some servers take a token as the user, with a fixed word as password.
    if (/^x-(?:oauth-basic|token-auth)$/.test(password)) {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      return isWeak(user) ? [] : [{ kind: "url-password", start, end, confidence: "high" }];
    }
    if (isWeak(password) || password.toLowerCase() === user.toLowerCase()) return [];
    // Services of a development machine or of a compose file, with a word as password.
    const isNear = here.test(host) || !host.includes(".");
    if (isNear && (words.test(password) || entropyOf(password) < 2.8)) return [];
    const [start, end] = match.indices?.[2] ?? [0, 0];
    return [{ kind: "url-password", start, end, confidence: "high" }];
  });
};

/** The same header and signature as in every manual. */
const knownJwtSignatures =
  /SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c|TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ|XbPfbIHMI6arZ3Y922BhjWgQzWXcXNrz0ogtVhfEd2o/;

const isJwt = (token: string): boolean => {
  try {
    const [header = ""] = token.split(".");
    const { alg } = JSON.parse(atob(header.replaceAll("-", "+").replaceAll("_", "/"))) as {
      readonly alg?: unknown;
    };
    return (
      typeof alg === "string" &&
      alg !== "none" &&
      !knownJwtSignatures.test(token) &&
      !isPlaceholder(token.slice(-40))
    );
  } catch {
    return false;
  }
};

const findJwts = (text: string): readonly Match[] =>
  [
    ...text.matchAll(
      /(?<![\w.+/-])ey[A-Za-z\d_-]{10,2000}\.ey[A-Za-z\d_-]{5,4000}\.[A-Za-z\d_-]{20,1000}(?![\w.-])/g,
    ),
  ]
    .filter(([token]) => isJwt(token))
    .map(({ 0: token, index }) => ({ kind: "jwt", start: index, end: index + token.length, confidence: "high" }));

/** `curl -u user:…`, `sshpass -p …`, `docker login -p …`, `mysql -p…`. */
const commandLines: readonly RegExp[] = [
  /\b(?:curl|wget|http)\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user|-a|--auth)[ =]+["']?[^\s:"']{0,80}["']?:["']?([^\s"'`]{4,200})/dg,
  /\bsshpass\s+-p\s*["']?([^\s"'`]{4,200})/dg,
  /\b(?:docker|podman|helm registry|az|oc|npm) login\b[^\n]{0,200}?\s-p[ =]["']?([^\s"'`]{4,200})/dg,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,200}?\s-p["']?([^\s"'`-][^\s"'`]{3,200})/dg,
];

const findCommands = (text: string): readonly Match[] =>
  commandLines.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match): Match[] => {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      const secret = match[1] ?? "";
      return isWeak(secret) || secret.startsWith("$") || words.test(secret)
        ? []
        : [{ kind: "command-line", start, end, confidence: "medium" }];
    }),
  );

export const findInAddressesAndCommands = (text: string): readonly Match[] => [
  ...(text.includes("://") && text.includes("@") ? findUrls(text) : []),
  ...(text.includes(".ey") ? findJwts(text) : []),
  ...(/\b(?:curl|wget|sshpass|login|mysql|mysqldump|mysqladmin|mariadb)\b/.test(text) ? findCommands(text) : []),
];
