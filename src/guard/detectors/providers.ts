import type { Match } from "../finding.ts";
import { isPlaceholder } from "./placeholder.ts";
import { hasRandomCase } from "./values.ts";

/**
 * A kind of token. It is not looked for in a text without any of the keywords, so that each alternative of the form must
 * contain one of them, in this case. The form needs the flags d and g; a group, where there is one, is the secret itself.
 */
type Row = readonly [kind: string, service: string, keywords: readonly string[], form: RegExp];

/** Not a part of a longer word or of base64. */
const alone = (form: string): RegExp =>
  new RegExp(String.raw`(?<![A-Za-z\d+_-])(?:${form})(?![A-Za-z\d_-])`, "dg");

// Forms that the services publish. The preset's rules know others; where both find one, they are one finding.
const rows: readonly Row[] = [
  [
    "github",
    "GitHub",
    ["gh", "github_pat_"],
    alone(String.raw`gh[pousr]_[A-Za-z\d]{36,255}|github_pat_[A-Za-z\d_]{60,255}`),
  ],
  [
    "gitlab",
    "GitLab",
    ["gl"],
    alone(String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas)-[\w-]{20,64}(?:\.[\w.]{5,64})?`),
  ],
  ["bitbucket", "Bitbucket", ["ATBB", "ATCTT3"], alone(String.raw`ATBB[A-Za-z\d]{32}|ATCTT3[\w=-]{60,}`)],
  ["atlassian", "Atlassian", ["ATATT3"], alone(String.raw`ATATT3[\w=-]{60,}`)],
  ["aws-access-key-id", "AWS", ["AKIA", "ASIA", "ABIA", "ACCA"], alone("(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}")],
  ["aws-bedrock", "AWS", ["ABSK"], alone(String.raw`ABSK[A-Za-z\d+/]{109,269}={0,2}`)],
  ["google-api-key", "Google", ["AIza"], alone(String.raw`AIza[\w-]{35}`)],
  [
    "google-oauth",
    "Google",
    ["GOCSPX-", "ya29.", "1//0"],
    alone(String.raw`GOCSPX-[\w-]{28}|ya29\.[\w-]{40,}|1//0[\w-]{40,}`),
  ],
  ["azure-client-secret", "Azure", ["Q~"], /(?<![\w+~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.+-])/dg],
  [
    "azure-storage",
    "Azure",
    ["AccountKey=", "SharedAccessKey="],
    /(?:AccountKey|SharedAccessKey)=([A-Za-z\d+/]{42,86}={1,2})/dg,
  ],
  ["azure-sas", "Azure", ["sig="], /[?&](?:sv|se|sp)=[^\s"'<>]{0,300}[?&]sig=([A-Za-z\d%+/]{43,}(?:%3D|=)?)/dg],
  ["digitalocean", "DigitalOcean", ["_v1_"], alone(String.raw`do[oprt]_v1_[\da-f]{64}`)],
  ["heroku", "Heroku", ["HRKU-"], alone(String.raw`HRKU-[\w-]{36,66}`)],
  ["alibaba", "Alibaba Cloud", ["LTAI"], alone(String.raw`LTAI[A-Za-z\d]{20}`)],
  [
    "stripe",
    "Stripe",
    ["k_live_", "k_test_", "whsec_"],
    alone(String.raw`[sr]k_(?:live|test)_[A-Za-z\d]{16,247}|whsec_[A-Za-z\d+/]{32,}=?`),
  ],
  ["square", "Square", ["sq0"], alone(String.raw`sq0(?:atp|csp)-[\w-]{22,43}`)],
  [
    "braintree",
    "Braintree",
    ["access_token$"],
    alone(String.raw`access_token\$(?:production|sandbox)\$[\da-z]{16}\$[\da-f]{32}`),
  ],
  ["shopify", "Shopify", ["shp"], alone(String.raw`shp(?:at|ca|pa|ss|tka)_[A-Za-z\d]{32,64}`)],
  ["twilio", "Twilio", ["SK"], alone(String.raw`SK[\da-f]{32}`)],
  ["sendgrid", "SendGrid", ["SG."], alone(String.raw`SG\.[\w-]{22}\.[\w-]{43}`)],
  ["mailgun", "Mailgun", ["key-"], alone(String.raw`key-[\da-f]{32}`)],
  ["mailchimp", "Mailchimp", ["-us"], alone(String.raw`[\da-f]{32}-us\d{1,2}`)],
  ["brevo", "Brevo", ["xkeysib-"], alone(String.raw`xkeysib-[\da-f]{64}-[A-Za-z\d]{16}`)],
  [
    "slack",
    "Slack",
    ["xox", "xapp-"],
    alone(
      String.raw`xox[abeoprs](?:\.xox[bp])?-(?=(?:[A-Za-z-]*\d){6})[A-Za-z\d-]{20,250}|xapp-\d-[A-Za-z\d-]{30,250}`,
    ),
  ],
  [
    "slack-webhook",
    "Slack",
    ["hooks.slack.com"],
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Z\d]{6,}\/[\w/]{20,})/dg,
  ],
  [
    "discord-webhook",
    "Discord",
    ["/api/webhooks/"],
    /discord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[\w-]{60,})/dg,
  ],
  [
    "discord-bot",
    "Discord",
    ["iscord", "DISCORD"],
    alone(String.raw`[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}`),
  ],
  [
    "teams-webhook",
    "Microsoft Teams",
    ["webhook.office.com"],
    /webhook\.office\.com\/webhookb2\/([\da-f-]{36}@[\da-f-]{36}\/IncomingWebhook\/[\da-f]{32}\/[\da-f-]{36}[\w/-]*)/dg,
  ],
  ["telegram", "Telegram", [":AA"], alone(String.raw`\d{8,10}:AA[\w-]{33}`)],
  [
    "facebook",
    "Facebook",
    ["EAA", "|", "%7C"],
    alone(String.raw`EAA[A-Za-z\d]{90,}|\d{15,16}(?:\||%7C)[\w-]{27}`),
  ],
  ["npm", "npm", ["npm_"], alone(String.raw`npm_[A-Za-z\d]{36}`)],
  ["pypi", "PyPI", ["pypi-"], alone(String.raw`pypi-AgE[\w-]{50,}`)],
  ["rubygems", "RubyGems", ["rubygems_"], alone(String.raw`rubygems_[\da-f]{48}`)],
  ["crates", "crates.io", ["cio"], alone(String.raw`cio[A-Za-z\d]{32}`)],
  ["nuget", "NuGet", ["oy2"], alone(String.raw`oy2[a-z\d]{43}`)],
  ["clojars", "Clojars", ["CLOJARS_"], alone(String.raw`CLOJARS_[\da-f]{60}`)],
  ["docker", "Docker", ["dckr_"], alone(String.raw`dckr_(?:pat|oat)_[\w-]{27,}`)],
  ["jfrog", "JFrog", ["AKCp"], alone(String.raw`AKCp[A-Za-z\d]{69}`)],
  ["vault", "Vault", ["hv"], alone(String.raw`hv[sbr]\.[\w-]{24,}`)],
  ["terraform", "Terraform Cloud", [".atlasv1."], alone(String.raw`[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,}`)],
  [
    "doppler",
    "Doppler",
    ["dp."],
    alone(String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z\d]{40,44}`),
  ],
  [
    "1password",
    "1Password",
    ["A3-", "ops_"],
    alone(
      String.raw`A3-[A-Z\d]{6}-(?:[A-Z\d]{11}|[A-Z\d]{6}-[A-Z\d]{5})-[A-Z\d]{5}-[A-Z\d]{5}-[A-Z\d]{5}|ops_ey[\w+/]{250,}={0,2}`,
    ),
  ],
  ["age", "age", ["AGE-SECRET-KEY-"], alone(String.raw`AGE-SECRET-KEY-(?:PQ-)?1[A-Z\d]{58,}`)],
  ["databricks", "Databricks", ["dapi"], alone(String.raw`dapi[\da-f]{32}(?:-\d)?`)],
  [
    "grafana",
    "Grafana",
    ["glsa_", "glc_"],
    alone(String.raw`glsa_[A-Za-z\d]{32}_[\da-fA-F]{8}|glc_[A-Za-z\d+/]{32,400}={0,2}`),
  ],
  [
    "new-relic",
    "New Relic",
    ["NRAK-", "NRII-", "NRJS-"],
    alone(String.raw`NRAK-[A-Z\d]{27}|NRII-[\w-]{32}|NRJS-[\da-f]{19}`),
  ],
  ["dynatrace", "Dynatrace", ["dt0"], alone(String.raw`dt0[a-z]\d\d\.[A-Z\d]{24}\.[A-Z\d]{64}`)],
  ["sentry", "Sentry", ["sntry"], alone(String.raw`sntry[su]_[\w+/=-]{40,}`)],
  ["postman", "Postman", ["PMAK-"], alone(String.raw`PMAK-[\da-f]{24}-[\da-f]{34}`)],
  ["pulumi", "Pulumi", ["pul-"], alone(String.raw`pul-[\da-f]{40}`)],
  ["planetscale", "PlanetScale", ["pscale_"], alone(String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}`)],
  ["supabase", "Supabase", ["sbp_", "sb_secret_"], alone(String.raw`sbp_[\da-f]{40}|sb_secret_[\w-]{31,}`)],
  ["netlify", "Netlify", ["nf"], alone(String.raw`nf[pcoub]_[A-Za-z\d]{36,}`)],
  ["fly", "Fly.io", ["fo1_", "fm1", "fm2_"], alone(String.raw`fo1_[\w-]{43}|fm(?:1[ar]|2)_[\w+/]{100,}={0,3}`)],
  [
    "tailscale",
    "Tailscale",
    ["tskey-"],
    alone(String.raw`tskey-(?:auth|api|client|scim|webhook)-[A-Za-z\d]{8,}-[A-Za-z\d]{20,}`),
  ],
  ["cloudflare", "Cloudflare", ["v1.0-"], alone(String.raw`v1\.0-[\da-f]{24}-[\da-f]{146}`)],
  ["figma", "Figma", ["fig"], alone(String.raw`fig[dor]_[\w-]{40,}`)],
  ["notion", "Notion", ["ntn_", "secret_"], alone(String.raw`ntn_[A-Za-z\d]{40,}|secret_[A-Za-z\d]{43}`)],
  ["airtable", "Airtable", ["pat"], alone(String.raw`pat[A-Za-z\d]{14}\.[\da-f]{64}`)],
  ["linear", "Linear", ["lin_"], alone(String.raw`lin_(?:api|oauth)_[A-Za-z\d]{32,128}`)],
  [
    "openai",
    "OpenAI",
    ["sk-"],
    alone(String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{40,200}|sk-[A-Za-z\d]{20}T3BlbkFJ[A-Za-z\d]{20}`),
  ],
  ["anthropic", "Anthropic", ["sk-ant-"], alone(String.raw`sk-ant-[a-z]+\d\d-[\w-]{80,120}`)],
  ["openrouter", "OpenRouter", ["sk-or-v1-"], alone(String.raw`sk-or-v1-[\da-f]{64}`)],
  ["huggingface", "Hugging Face", ["hf_", "api_org_"], alone(String.raw`(?:hf|api_org)_[A-Za-z\d]{34,40}`)],
  ["replicate", "Replicate", ["r8_"], alone(String.raw`r8_[A-Za-z\d]{37,40}`)],
  ["groq", "Groq", ["gsk_"], alone(String.raw`gsk_[A-Za-z\d]{48,56}`)],
  ["xai", "xAI", ["xai-"], alone(String.raw`xai-[A-Za-z\d]{70,}`)],
  ["perplexity", "Perplexity", ["pplx-"], alone(String.raw`pplx-[A-Za-z\d]{40,}`)],
  ["sourcegraph", "Sourcegraph", ["sgp_"], alone(String.raw`sgp_(?:[\da-fA-F]{16}_|local_)?[\da-fA-F]{40}`)],
  ["contentful", "Contentful", ["CFPAT-"], alone(String.raw`CFPAT-[\w-]{43}`)],
  ["openshift", "OpenShift", ["sha256~"], alone(String.raw`sha256~[\w-]{43}`)],
  ["octopus", "Octopus Deploy", ["API-"], alone(String.raw`API-[A-Z\d]{26}`)],
];

/** Of each row. */
export const providerKinds: readonly string[] = rows.map(([kind]) => kind);

/** Kinds whose tokens have no mark of their own: their keyword is the service's name, anywhere in the text. */
const namedElsewhere = new Set(["discord-bot"]);

/**
 * A name alone is no secret: it needs digits, or letters whose case follows no style. One in 28 access keys of AWS has no
 * digit: no word begins as most of them do.
 */
const isRandom = (secret: string): boolean =>
  (/\d/.test(secret) || hasRandomCase(secret) || secret.startsWith("AKIA")) &&
  /[A-Za-z]/.test(secret) &&
  !isPlaceholder(secret);

/** Kinds whose form may have gaps. */
const withGaps = new Set(["azure-sas"]);

/** Other tokens have no gaps, so they are looked for in parts of at least so many characters; shorter ones are not found. */
const shortest = 20;
/** Characters that no other token has. */
const gaps = new Set(" \t\r\n\"'`<>(){}[],;".split("").map((gap) => gap.charCodeAt(0)));
const isGap = Uint8Array.from({ length: 128 }, (_, code) => (gaps.has(code) ? 1 : 0));

/**
 * What may stand right before a token and ends in what tokens have: an escape of JSON or of an address (but `|`, which one
 * form has), the end of a terminal's color, or the mark of a line in a diff.
 */
const escapes = /(?:\\(?:[bfnrtv0]|u[\da-f]{4}|x[\da-f]{2})|%(?!7C)[\da-f]{2}|\[[\d;]{0,12}m|^[+-])(?=[a-z\d])/gim;

/** The text with spaces in place of escapes: as long as before. */
const withoutEscapes = (text: string): string => text.replace(escapes, (escape) => " ".repeat(escape.length));

/** Calls `add` for the parts of a text without gaps that are long enough. */
const addLongParts = (text: string, add: (start: number, end: number) => void): void => {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x20 : text.charCodeAt(at);
    if (code < 128 && isGap[code] === 0) continue;
    if (at - start >= shortest) add(start, at);
    start = at + 1;
  }
};

/**
 * The parts of a text without gaps that are long enough, one line each, and where each line begins there and here. A part
 * with an escape is there as it is, too: `[MTk4…` in a list is a token, not the end of a color.
 */
const longPartsOf = (
  text: string,
): { readonly lines: string; readonly starts: readonly number[]; readonly places: readonly number[] } => {
  const parts: string[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (part: string, start: number): void => {
    parts.push(part);
    starts.push(start);
    places.push(length);
    length += part.length + 1;
  };
  const clean = withoutEscapes(text);
  addLongParts(clean, (start, end) => add(clean.slice(start, end), start));
  if (clean !== text)
    addLongParts(text, (start, end) => {
      const part = text.slice(start, end);
      if (!clean.startsWith(part, start)) add(part, start);
    });
  return { lines: parts.join("\n"), starts, places };
};

/** The last of the numbers, which ascend, that is not above the value. */
const lastUpTo = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

export const findProviderTokens = (text: string): readonly Match[] => {
  const found: Match[] = [];
  const { lines, starts, places } = longPartsOf(text);
  for (const [kind, service, keywords, form] of rows) {
    const where = namedElsewhere.has(kind) ? text : lines;
    if (!keywords.some((keyword) => where.includes(keyword))) continue;
    const isWhole = withGaps.has(kind);
    for (const match of (isWhole ? text : lines).matchAll(form)) {
      let [start, end] = match.indices?.[match[1] === undefined ? 0 : 1] ?? [0, 0];
      if (!isWhole) {
        const part = lastUpTo(places, start);
        const shift = (starts[part] ?? 0) - (places[part] ?? 0);
        [start, end] = [start + shift, end + shift];
      }
      if (!isRandom(text.slice(start, end))) continue;
      found.push({ kind, service, start, end, confidence: kind === "aws-access-key-id" ? "medium" : "high" });
    }
  }
  return found;
};
