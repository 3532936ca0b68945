import { base64, type Maker } from "./random.ts";

/** A token of each service, made of parts, so that nothing that is committed looks like one. */
export const tokens: Readonly<Record<string, (make: Maker) => string>> = {
  "GitHub classic": (m) => `ghp_${m.text(36, "alnum")}`,
  "GitHub app": (m) => `ghs_${m.text(36, "alnum")}`,
  "GitHub fine-grained": (m) => `github_pat_${m.text(22, "alnum")}_${m.text(59, "alnum")}`,
  GitLab: (m) => `glpat-${m.text(20, "base64url")}`,
  Bitbucket: (m) => `ATBB${m.text(32, "alnum")}`,
  Atlassian: (m) => `ATATT3xFfGF0${m.text(170, "base64url")}=${m.text(8, "upper")}`,
  "AWS access key id": (m) => `AKIA${m.text(16, "base32")}`,
  "Google API": (m) => `AIzaSy${m.text(33, "base64url")}`,
  "Google OAuth secret": (m) => `GOCSPX-${m.text(28, "base64url")}`,
  "Google OAuth token": (m) => `ya29.a0Af${m.text(120, "base64url")}`,
  "Azure client secret": (m) => `${m.text(3, "alnum")}8Q~${m.text(34, "base64url")}`,
  DigitalOcean: (m) => `dop_v1_${m.text(64, "hex")}`,
  "Alibaba Cloud": (m) => `LTAI${m.text(20, "alnum")}`,
  "Stripe secret": (m) => `sk_live_${m.text(24, "alnum")}`,
  "Stripe restricted": (m) => `rk_live_${m.text(99, "alnum")}`,
  "Stripe webhook": (m) => `whsec_${m.text(32, "alnum")}`,
  Square: (m) => `sq0atp-${m.text(22, "base64url")}`,
  Shopify: (m) => `shpat_${m.text(32, "hex")}`,
  Twilio: (m) => `SK${m.text(32, "hex")}`,
  SendGrid: (m) => `SG.${m.text(22, "base64url")}.${m.text(43, "base64url")}`,
  Mailgun: (m) => `key-${m.text(32, "hex")}`,
  Mailchimp: (m) => `${m.text(32, "hex")}-us14`,
  Brevo: (m) => `xkeysib-${m.text(64, "hex")}-${m.text(16, "alnum")}`,
  "Slack bot": (m) => `xoxb-${m.text(11, "digits")}-${m.text(12, "digits")}-${m.text(24, "alnum")}`,
  "Slack app": (m) => `xapp-1-A${m.text(10, "upper")}-${m.text(12, "digits")}-${m.text(64, "hex")}`,
  Telegram: (m) => `${m.text(10, "digits")}:AA${m.text(33, "base64url")}`,
  npm: (m) => `npm_${m.text(36, "alnum")}`,
  PyPI: (m) => `pypi-AgEIcHlwaS5vcmc${m.text(130, "base64url")}`,
  RubyGems: (m) => `rubygems_${m.text(48, "hex")}`,
  NuGet: (m) => `oy2${m.text(43, "lower")}`,
  Docker: (m) => `dckr_pat_${m.text(27, "base64url")}`,
  "HashiCorp Vault": (m) => `hvs.${m.text(90, "alnum")}`,
  "Terraform Cloud": (m) => `${m.text(14, "alnum")}.atlasv1.${m.text(67, "alnum")}`,
  Doppler: (m) => `dp.pt.${m.text(43, "alnum")}`,
  age: (m) => `AGE-SECRET-KEY-1${m.text(58, "upper")}`,
  Databricks: (m) => `dapi${m.text(32, "hex")}`,
  Grafana: (m) => `glsa_${m.text(32, "alnum")}_${m.text(8, "hex")}`,
  "New Relic": (m) => `NRAK-${m.text(27, "upper")}`,
  Postman: (m) => `PMAK-${m.text(24, "hex")}-${m.text(34, "hex")}`,
  PlanetScale: (m) => `pscale_tkn_${m.text(43, "base64url")}`,
  Supabase: (m) => `sbp_${m.text(40, "hex")}`,
  Tailscale: (m) => `tskey-auth-${m.text(12, "alnum")}-${m.text(32, "alnum")}`,
  Figma: (m) => `figd_${m.text(40, "base64url")}`,
  Notion: (m) => `ntn_${m.text(46, "alnum")}`,
  Airtable: (m) => `pat${m.text(14, "alnum")}.${m.text(64, "hex")}`,
  Linear: (m) => `lin_api_${m.text(40, "alnum")}`,
  OpenAI: (m) => `sk-proj-${m.text(74, "base64url")}T3BlbkFJ${m.text(74, "base64url")}`,
  "OpenAI, old": (m) => `sk-${m.text(20, "alnum")}T3BlbkFJ${m.text(20, "alnum")}`,
  Anthropic: (m) => `sk-ant-api03-${m.text(93, "base64url")}AA`,
  "Hugging Face": (m) => `hf_${m.text(34, "alnum")}`,
  Groq: (m) => `gsk_${m.text(52, "alnum")}`,
  Sentry: (m) => `sntryu_${m.text(64, "hex")}`,
  JWT: (m) =>
    [
      base64('{"alg":"HS256","typ":"JWT"}'),
      base64(`{"sub":"${m.text(10, "digits")}","iat":1516239022}`),
      m.text(43, "base64url"),
    ]
      .join(".")
      .replaceAll("=", ""),
};

/** Secrets without a form of their own: only the name beside them identifies them. */
export const plainSecrets: Readonly<Record<string, (make: Maker) => string>> = {
  "32 hexadecimal digits": (m) => m.text(32, "hex"),
  "64 hexadecimal digits": (m) => m.text(64, "hex"),
  "40 characters of base64": (m) => `${m.text(43, "base64")}=`,
  "24 letters and digits": (m) => m.text(24, "alnum"),
  "48 characters of base64url": (m) => m.text(48, "base64url"),
};

export const passwords: Readonly<Record<string, (make: Maker) => string>> = {
  generated: (m) => m.text(16, "password"),
  "letters and digits": (m) => m.text(12, "alnum"),
  "a word, a year and a sign": (m) =>
    `${m.pick(["Sommer", "Rover", "Giraffe", "Marseille"])}${m.pick(["2019", "1987", "2024"])}!`,
  "words with signs": (m) =>
    `${m.pick(["blue", "tall", "wet"])}-${m.pick(["Llama", "Otter", "Heron"])}_${m.text(2, "digits")}#`,
  "leet letters": (m) => `${m.pick(["Tr0ub4d", "G1raff3", "0tt3rp0"])}or&${m.text(2, "digits")}`,
};
