// What stands where a secret would: texts that people write on purpose.

const marks =
  /\*{3,}|\.{3}|…|^(.)\1+$|<[^<>]*>|\$\{|\{\{|\$\(|#\{|^%[^%]+%$|^\$[A-Za-z_]|^\{[^}]*\}$|^\[[^\]]*\]$|^__.*__$|^@@?[\w.]+@@?$/i;
const words =
  /example|redacted|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|with|this)|place[-_ ]?holder|your[-_ ]?(?:\w{1,40}[-_ ])?(?:api|access|secret|token|key|pass|auth|private|client|own)|dummy|not[-_ ]?(?:a[-_ ]?)?(?:real|secret|set)|insert[-_ ]|lorem|removed|masked|hidden/i;
const rows =
  /0123456789|1234567890|(?:^|[_-])(?:123456|abcdef)|abcdefghij|qwertyui|zyxwvut|9876543210|deadbeef|cafebabe|(.)\1{7}/i;

/** How many bits a character carries, on average. */
export const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Whether it has at least so many different characters. Looks only as far as it takes to see that. */
export const hasCharacters = (text: string, least: number): boolean => {
  const seen = new Set<string>();
  for (const character of text) if (seen.add(character).size >= least) return true;
  return least <= 0;
};

/** Whether at least half of it is `xxxx`: a random secret may have such letters somewhere. */
const isMostlyX = (text: string): boolean => 2 * (text.match(/x{4,}|X{4,}/g) ?? []).join("").length >= text.length;

/** A form that says of itself that it is none: `<your key>`, `xxxx`, `${VAR}`, `…EXAMPLE…`, `1234567890`. */
export const isPlaceholder = (text: string): boolean =>
  marks.test(text) ||
  words.test(text) ||
  rows.test(text) ||
  (text !== "" && isMostlyX(text)) ||
  (text.length >= 16 && !hasCharacters(text, 6));

const defaults = new Set(
  (
    "pass admin administrator root postgres postgresql mysql mariadb redis mongo mongodb guest rabbitmq minio minioadmin " +
    "docker user username default letmein welcome hunter2 foobar foobarbaz swordfish abc123 123456 1234567 12345678 " +
    "123456789 111111 000000 654321 iloveyou monkey dragon master qwerty qwerty123 azerty passw0rd p@ssw0rd p@ssword " +
    "s3cr3t s3cret test testing tester test123 test1234 testtest secret secrets secret123 supersecret topsecret " +
    "changeit sesame opensesame vagrant sample demo demo123 development production localhost none null undefined nil " +
    "true false enabled disabled required optional string number boolean object varchar text hidden visible unknown " +
    "anonymous nobody something anything whatever value keyboard elastic grafana wordpress laravel symfony django " +
    "devpass devpassword localdev local postgres123 admin123 root123 toor raspberry ubuntu sa tiger scott trustno1"
  ).split(" "),
);
const aboutItself =
  /^(?:(?:my|your|the|new|old|user|users|admin|db|super|top|very|some|a|this|is|test|dev|default|current|confirm|repeat|wrong|invalid|bad|short|weak|strong|good|valid|another|other|plain|hashed|fake|mock|correct|initial|temp|local|login|forgot|reset|show|hide|enter|root|app|client|api|access|refresh|bearer|auth|session|shared|long|random|jwt)[-_. ]?)*(?:pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|key|credentials?)s?[-_. ]?\d{0,4}[!.?]?$/i;

/** Also what is a secret by its form only: words about secrets, and well-known passwords. */
export const isCommonValue = (text: string): boolean =>
  defaults.has(text.toLowerCase()) ||
  aboutItself.test(text) ||
  /(?:^|[-_. ])(?:fake|mock|stub|sample|foo|bar|baz|todo|tbd|fixme|foobar)(?:$|[-_. \d])/i.test(text);
