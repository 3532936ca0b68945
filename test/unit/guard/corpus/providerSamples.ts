const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const alphabets = {
  /** Letters and digits. */
  w: lower + lower.toUpperCase() + digits,
  /** Hexadecimal. */
  h: `${digits}abcdef`,
  /** Lower-case letters and digits. */
  l: lower + digits,
  /** Upper-case letters and digits. */
  u: lower.toUpperCase() + digits,
  /** Base 32. */
  b: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  d: digits,
} as const;

/** `{w36}` becomes 36 characters of an alphabet, the same for each seed. Made up here, so that no token stands in a file. */
export const filled = (pattern: string, seed = 7): string => {
  let state = seed;
  const next = (): number => (state = (state * 16_807) % 2_147_483_647);
  return pattern.replaceAll(/\{([whlubd])(\d+)\}/g, (_, name: keyof typeof alphabets, count: string) => {
    const alphabet = alphabets[name];
    return Array.from({ length: Number(count) }, () => alphabet.charAt(next() % alphabet.length)).join("");
  });
};

/** Of each kind, a token of each form. */
export const samples: Readonly<Record<string, readonly string[]>> = {
  github: ["ghp_{w36}", "gho_{w36}", "ghs_{w36}", "github_pat_{w22}_{w59}"],
  gitlab: ["glpat-{w20}", "glrt-{w20}", "glagent-{w50}"],
  bitbucket: ["ATBB{w32}", "ATCTT3{w80}"],
  atlassian: ["ATATT3{w180}"],
  "aws-access-key-id": ["AKIA{b16}", "ASIA{b7}4{b8}"],
  "aws-bedrock": ["ABSK{w128}"],
  "google-api-key": ["AIza{w35}"],
  "google-oauth": ["GOCSPX-{w28}", "ya29.{w60}", "1//0{w60}"],
  "azure-client-secret": ["{w3}8Q~{w34}"],
  "azure-storage": ["AccountKey={w86}==", "SharedAccessKey={w43}="],
  "azure-sas": ["https://x.blob.core.windows.net/a?sv=2024-11-04&se=2027-01-01&sr=b&sp=r&sig={w43}%3D"],
  digitalocean: ["dop_v1_{h64}", "doo_v1_{h64}"],
  heroku: ["HRKU-{w60}"],
  alibaba: ["LTAI{w20}"],
  stripe: ["sk_live_{w24}", "rk_test_{w24}", "whsec_{w32}"],
  square: ["sq0atp-{w22}", "sq0csp-{w43}"],
  braintree: ["access_token$production${l16}${h32}"],
  shopify: ["shpat_{h32}", "shpss_{h32}"],
  twilio: ["SK{h32}"],
  sendgrid: ["SG.{w22}.{w43}"],
  mailgun: ["key-{h32}"],
  mailchimp: ["{h32}-us12"],
  brevo: ["xkeysib-{h64}-{w16}"],
  slack: ["xoxb-{d12}-{d12}-{w24}", "xapp-1-{u11}-{d13}-{h64}"],
  "slack-webhook": ["https://hooks.slack.com/services/T{u10}/B{u10}/{w24}"],
  "discord-webhook": ["https://discord.com/api/webhooks/{d18}/{w68}"],
  "discord-bot": ['discord.login("MT{w22}.{w6}.{w38}")'],
  "teams-webhook": [
    "https://example.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/{h8}-{h4}-{h4}-{h4}-{h12}",
  ],
  telegram: ["{d10}:AA{w33}"],
  facebook: ["EAA{w120}", "{d15}|{w27}", "{d16}%7C{w27}"],
  npm: ["npm_{w36}"],
  pypi: ["pypi-AgE{w150}"],
  rubygems: ["rubygems_{h48}"],
  crates: ["cio{w32}"],
  nuget: ["oy2{l43}"],
  clojars: ["CLOJARS_{h60}"],
  docker: ["dckr_pat_{w27}", "dckr_oat_{w32}"],
  jfrog: ["AKCp{w69}"],
  vault: ["hvs.{w90}", "hvb.{w120}"],
  terraform: ["{w14}.atlasv1.{w67}"],
  doppler: ["dp.pt.{w43}", "dp.st.dev.{w43}"],
  "1password": ["A3-{u6}-{u11}-{u5}-{u5}-{u5}", "A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}", "ops_ey{w260}"],
  age: ["AGE-SECRET-KEY-1{u58}"],
  databricks: ["dapi{h32}", "dapi{h32}-2"],
  grafana: ["glsa_{w32}_{h8}", "glc_{w100}"],
  "new-relic": ["NRAK-{u27}", "NRII-{w32}", "NRJS-{h19}"],
  dynatrace: ["dt0c01.{u24}.{u64}"],
  sentry: ["sntrys_{w100}", "sntryu_{h64}"],
  postman: ["PMAK-{h24}-{h34}"],
  pulumi: ["pul-{h40}"],
  planetscale: ["pscale_tkn_{w43}", "pscale_pw_{w43}"],
  supabase: ["sbp_{h40}", "sb_secret_{w31}"],
  netlify: ["nfp_{w40}"],
  fly: ["fo1_{w43}", "fm1r_{w120}", "fm2_{w120}"],
  tailscale: ["tskey-auth-{w12}-{w32}"],
  cloudflare: ["v1.0-{h24}-{h146}"],
  figma: ["figd_{w40}"],
  notion: ["ntn_{w46}", "secret_{w43}"],
  airtable: ["pat{w14}.{h64}"],
  linear: ["lin_api_{w40}", "lin_oauth_{h64}"],
  openai: ["sk-proj-{w120}", "sk-{w20}T3BlbkFJ{w20}"],
  anthropic: ["sk-ant-api03-{w95}"],
  openrouter: ["sk-or-v1-{h64}"],
  huggingface: ["hf_{w34}", "api_org_{w34}"],
  replicate: ["r8_{w37}"],
  groq: ["gsk_{w52}"],
  xai: ["xai-{w80}"],
  perplexity: ["pplx-{w48}"],
  sourcegraph: ["sgp_{h40}", "sgp_{h16}_{h40}", "sgp_local_{h40}"],
  contentful: ["CFPAT-{w43}"],
  openshift: ["sha256~{w43}"],
  octopus: ["API-{u26}"],
};
