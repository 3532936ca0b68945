import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Match } from "../finding.ts";
import { isPlaceholder } from "./placeholder.ts";

interface Source {
  readonly content: string;
  readonly filePath: string;
  readonly ext: string;
}
interface Report {
  readonly range: readonly [number, number];
}
/** What the rules ask of their host; no message is made, since it would hold the secret. */
interface RuleContext {
  readonly createTranslator: () => () => unknown;
  readonly report: (report: Report) => void;
}
interface Rule {
  readonly meta: { readonly id: string };
  readonly create: (context: RuleContext, options: object) => { readonly file?: (source: Source) => unknown };
}

interface Use {
  readonly kind: string;
  readonly service?: string;
  /** The rule runs only where this occurs: its own expressions are slow. */
  readonly needs: RegExp;
  /** What the secret must have, too: the rule alone accepts more. */
  readonly looks?: RegExp;
  /**
   * Group 1 is the secret, by the flag d. Looked for from where the rule's report begins to 100 characters after its end,
   * since some rules report too little; without a match, or where absent, the secret is what the rule reports.
   */
  readonly secret?: RegExp;
}

/**
 * The rules of secretlint's preset, by their ids; one that is not here does not run. Left out: the one for Google's .p12
 * and .json files, which reads the disk (keys in JSON are found as key blocks); those for passwords in addresses, which
 * report the whole address (addresses.ts finds the password, of any protocol); and the one for comments that switch the
 * others off.
 */
const uses: Readonly<Record<string, Use>> = {
  aws: {
    kind: "aws",
    service: "AWS",
    needs: /secret_?access_?key/i,
    secret: /^["']?(?:AWS_?)?SECRET_?ACCESS_?KEY["']?\s*(?::|=>|=)\s*["']?([A-Za-z\d/+=]{40})/di,
  },
  npm: {
    kind: "npm",
    service: "npm",
    needs: /npm_|_authToken=|x-oauth-basic/,
    secret: /^(?:_authToken=|https?:\/\/)?([^\s:$"']+)/d,
  },
  slack: {
    kind: "slack",
    service: "Slack",
    needs: /xox[bpaor]-|xapp-|hooks\.slack\.com/,
    secret: /^https:\/\/hooks\.slack\.com\/services\/([A-Za-z\d/]+)/d,
    looks: /^T\w+\/B|^(?=(?:\D*\d){6}).{30,}$/,
  },
  openai: { kind: "openai", service: "OpenAI", needs: /T3BlbkFJ/ },
  anthropic: { kind: "anthropic", service: "Anthropic", needs: /sk-ant-/ },
  linear: { kind: "linear", service: "Linear", needs: /lin_api_/ },
  privatekey: {
    kind: "private-key",
    needs: /PRIVATE KEY/,
    secret: /-----\s*(?:\\[nr])*\s*([A-Za-z\d+/=\s\\]+?)(?:\\[nr]|\s)*-----END/d,
  },
  sendgrid: { kind: "sendgrid", service: "SendGrid", needs: /SG\./ },
  shopify: { kind: "shopify", service: "Shopify", needs: /shp[pacs]/ },
  github: { kind: "github", service: "GitHub", needs: /gh[pousr]_|github_pat_/ },
  "1password": { kind: "1password", service: "1Password", needs: /ops_ey/ },
};

export const presetKinds = (): readonly string[] => Object.values(uses).map(({ kind }) => kind);

interface Runner extends Use {
  readonly run: (source: Source) => readonly (readonly [number, number])[];
}

const runnerOf = ({ meta, create }: Rule): Runner | undefined => {
  const use = uses[meta.id.replace("@secretlint/secretlint-rule-", "")];
  if (!use) return undefined;
  let found: (readonly [number, number])[] = [];
  const host: RuleContext = { createTranslator: () => () => ({}), report: ({ range }) => found.push(range) };
  const { file } = create(host, {});
  return {
    ...use,
    run: (source) => {
      found = [];
      file?.(source);
      return found;
    },
  };
};

const runners = (rules as unknown as readonly Rule[]).map(runnerOf).filter((runner) => runner !== undefined);

/** What secretlint's rules find, narrowed to the secret itself. */
export const findByPreset = (text: string, fileName: string): readonly Match[] => {
  const source = { content: text, filePath: fileName, ext: /\.[^.]*$/.exec(fileName)?.[0] ?? "" };
  return runners.flatMap(({ kind, service, needs, secret, looks, run }) => {
    if (!needs.test(text)) return [];
    return run(source).flatMap(([start, end]): Match[] => {
      const inner = secret?.exec(text.slice(start, end + 100))?.indices?.[1] ?? [0, end - start];
      const match = { start: start + inner[0], end: start + inner[1] };
      const value = text.slice(match.start, match.end);
      if (isPlaceholder(value) || looks?.test(value) === false) return [];
      return [{ kind, ...(service === undefined ? {} : { service }), ...match, confidence: "high" }];
    });
  });
};
