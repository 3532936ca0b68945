// Lint, and the layers of src as one table: what a folder may import, and where it has to run.

/** Folders of src whose code other features use through `uri.ts` and `types.ts` only. */
const features = [
  "gists",
  "repos",
  "hooks",
  "keys",
  "deployments",
  "activity",
  "service",
  "authorizations",
  "operations",
];
/** What all features build on. */
const kits = ["tree", "commands", "ui", "localGit"];
const shared = ["base", "client", "shell", "storage", "guard", ...kits];

/**
 * Per folder: the folders that it may import (`ids.ts` unless `ids` is false), whether it may use `vscode` and Node
 * built-ins, and what the message says. Files that may do more or less than their folder have a row below it.
 */
const layers = [
  { files: ["base"], may: [], ids: false, vscode: false, why: "base imports nothing of src." },
  { files: ["client"], may: ["base"], ids: false, vscode: false, why: "client imports base only." },
  {
    files: ["client/nodeTransport.ts", "client/nodeFetch.ts", "client/standalone.ts"],
    may: ["base"],
    ids: false,
    vscode: false,
    node: true,
    why: "client imports base only.",
  },
  {
    files: ["sandbox"],
    may: ["base", "client"],
    ids: false,
    vscode: false,
    why: "sandbox imports base and client only.",
  },
  {
    files: ["sandbox/server.ts"],
    may: ["base", "client"],
    ids: false,
    vscode: false,
    node: true,
    why: "sandbox imports base and client only.",
  },
  { files: ["web"], may: [], ids: false, why: "The loader of VS Code for the Web stands before everything else." },
  { files: ["shell"], may: ["base"], why: "The shell loads at each start: it gets what it needs as arguments." },
  { files: kits, may: shared, why: "The kits know no feature: what several features share belongs there." },
  { files: ["storage"], may: shared, why: "Storage knows no feature: it stores what they hand it." },
  { files: ["storage/privateFolder.ts"], may: shared, node: true, why: "Storage knows no feature." },
  { files: ["accounts"], may: [...shared, "sandbox"], why: "accounts knows no feature: they pass what it needs." },
  { files: ["guard"], may: shared, why: "The guard knows no feature: accounts come as a port." },
  {
    files: ["guard/{scan,scanner,finding,redact,decisions}.ts", "guard/detectors"],
    may: ["guard", "base"],
    ids: false,
    vscode: false,
    why: "What finds and judges secrets imports nothing of src but base.",
  },
  { files: ["comments"], may: [...shared, "accounts"], why: "What conversations share knows no feature." },
  { files: ["localChanges"], may: [...shared, "accounts"], why: "Local changes know no feature." },
  { files: features, may: [...shared, "accounts", "comments", "localChanges"] },
  {
    files: ["repos/downloads/archiver.ts", "hooks/listen/receiver.ts", "keys/keyFile.ts"],
    may: [...shared, "accounts", "comments", "localChanges"],
    node: true,
  },
  {
    files: [...features, "accounts", "comments", "localChanges"].map((folder) => `${folder}/**/model.ts`),
    may: ["base", "client", "storage", "guard", "accounts", "comments", "localChanges"],
    vscode: false,
    why: "A model runs without VS Code: it imports base, client, storage, guard and what features share of models.",
  },
  {
    files: ["contributions"],
    may: [],
    vscode: false,
    why: "What tables of contributions are made of knows no feature.",
  },
  {
    files: [...features, ...kits, "accounts", "comments", "guard", "localChanges"].map(
      (folder) => `${folder}/**/{contributions,*Contributions}.ts`,
    ),
    may: ["contributions"],
    vscode: false,
    why: "A table of contributions is data: it imports ids.ts and src/contributions only.",
  },
];

/**
 * The folders inside a feature or accounts, and which others of them each may import; its files outside of them are for all. The rest of
 * the feature is put together by its `feature.ts` and `commands.ts`.
 */
const inside = {
  accounts: { storage: [], signIn: [], signOut: [], permissions: ["signIn"] },
  gists: {
    publishing: [],
    trash: [],
    comments: ["publishing"],
    share: ["publishing", "trash"],
    snippets: [],
    transfer: [],
    search: ["publishing", "comments"],
    arrange: ["search"],
    history: ["publishing", "trash"],
    links: ["publishing", "share", "transfer", "trash"],
    manage: ["publishing", "share", "trash"],
    view: ["publishing", "arrange", "share", "history"],
  },
  repos: { view: [], files: [], manage: ["view"], comments: [], downloads: [], insights: [] },
};

const others = ["sandbox", "accounts", "comments", "localChanges", "contributions"];
const folders = [...new Set([...shared, ...features, ...others])];
/** How many folders deep the files below src are. */
const depths = [1, 2, 3];
const builtins = "fs|path|http|https|os|crypto|child_process|net|url|util|stream|buffer|events";

/** The pattern of one file of a folder, at a depth below src: its imports begin with as many `../`. */
const filesAt = (file, depth) => {
  if (file.endsWith(".ts") && !file.includes("**"))
    return file.split("/").length === depth + 1 ? [`src/${file}`] : [];
  const [folder, name = "*.ts"] = file.split("/**/");
  const between = depth - folder.split("/").length;
  return between < 0 ? [] : [`src/${[folder, ...Array.from({ length: between }, () => "*"), name].join("/")}`];
};

const layerRules = ({ files, may, ids = true, vscode = true, node = false, closedInside = [], why }) =>
  depths.flatMap((depth) => {
    const matching = files.flatMap((file) => filesAt(file, depth));
    if (matching.length === 0) return [];
    const up = `^(\\.\\./){${depth}}`;
    const own = files.flatMap((file) => file.split("/")[0]);
    const isFeature = (folder) => features.includes(folder);
    const closed = folders.filter((folder) => !may.includes(folder) && !own.includes(folder));
    const lower = closed.filter((folder) => !isFeature(folder) || !own.some(isFeature));
    const foreign = features.filter((folder) => own.some(isFeature) && (own.length > 1 || !own.includes(folder)));
    const patterns = [
      {
        regex: `${up}(extension\\.ts$|features/)`,
        message: "Only extension.ts starts features: a feature gets what it needs as arguments.",
      },
      ...(lower.length === 0
        ? []
        : [
            {
              regex: `${up}(${lower.join("|")})/`,
              message: why ?? "Features reach the service through accounts.",
            },
          ]),
      ...(foreign.length === 0
        ? []
        : [
            {
              group: foreign.flatMap((folder) => {
                const path = `${"../".repeat(depth)}${folder}`;
                return [`${path}/**`, `!${path}/uri.ts`, `!${path}/types.ts`];
              }),
              message:
                "Of another feature only its uri.ts or types.ts; what both need belongs below src/ui or src/tree.",
            },
          ]),
      ...(closedInside.length === 0
        ? []
        : [
            {
              regex: `^\\.\\./(${closedInside.join("|")})/`,
              message:
                "What parts of a feature share is beside them; `inside` in oxlint.config.mjs says who may import whom.",
            },
          ]),
      { regex: `${up}generatedIds\\.ts$`, message: "ids.ts exports these, too." },
      ...(ids ? [] : [{ regex: `${up}ids\\.ts$`, message: why }]),
      ...(node
        ? []
        : [
            {
              regex: `^node:|^(${builtins})(/|$)`,
              message: "This layer runs in a browser too: no Node built-ins.",
            },
          ]),
    ];
    const paths = vscode ? [] : [{ name: "vscode", message: "This layer knows no VS Code." }];
    return [{ files: matching, rules: { "no-restricted-imports": ["error", { patterns, paths }] } }];
  });

/** A feature's own folder is closed to the other features only: one row for each. */
const rows = layers.flatMap((layer) =>
  layer.files === features ? features.map((feature) => ({ ...layer, files: [feature] })) : [layer],
);

/** A row for each folder inside a feature, behind the row that the folder is in already. */
const insideRows = (layer) =>
  Object.entries(inside).flatMap(([feature, parts]) =>
    Object.entries(parts).flatMap(([part, may]) => {
      const closedInside = Object.keys(parts).filter((other) => other !== part && !may.includes(other));
      const files = layer.files.flatMap((file) =>
        file === feature
          ? [`${feature}/${part}`]
          : file === `${feature}/**/model.ts`
            ? [`${feature}/${part}/model.ts`]
            : [],
      );
      return files.length === 0 ? [] : [{ ...layer, files, closedInside }];
    }),
  );

const asLink = "Text from elsewhere would become a link: use src/ui/messages.ts or src/ui/showStatus.ts.";
const shown = [
  "showInformationMessage",
  "showWarningMessage",
  "showErrorMessage",
  "setStatusBarMessage",
  "withProgress",
  "showInputBox",
  "createInputBox",
];
const ownProgram =
  "The page is a program of its own: it knows the messages and what pages share, and nothing of the extension.";
const testGlobals = ["it", "test", "describe", "before", "after", "beforeEach", "afterEach"];

export default {
  plugins: ["typescript", "import", "unicorn"],
  categories: { correctness: "error" },
  options: { typeAware: true },
  ignorePatterns: ["node_modules", "out", "dist", ".vscode-test"],
  rules: {
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "import/no-mutable-exports": "error",
    "typescript/no-floating-promises": [
      "error",
      { allowForKnownSafeCalls: [{ from: "package", name: testGlobals, package: "node:test" }] },
    ],
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": "error",
    "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
  },
  overrides: [
    {
      files: ["src/**"],
      rules: {
        "no-restricted-properties": ["error", ...shown.map((property) => ({ property, message: asLink }))],
        "no-restricted-globals": [
          "error",
          { name: "document", message: "Only the page of a webview has a document." },
          { name: "window", message: "Only the page of a webview has a window." },
          { name: "self", message: "Only the page of a webview has a window." },
          { name: "localStorage", message: "Only the page of a webview runs in a browser for sure." },
        ],
      },
    },
    // It compiles the extension's own files: a browser has no other way to load them.
    { files: ["src/web/files.ts"], rules: { "typescript/no-implied-eval": "off" } },
    { files: ["src/ui/messages.ts"], rules: { "no-restricted-properties": "off" } },
    ...rows.flatMap((row) => [row, ...insideRows(row)]).flatMap(layerRules),
    {
      files: ["src/ui/page/**", "src/repos/insights/page/**", "src/deployments/timeline/page/**"],
      rules: {
        "no-restricted-globals": "off",
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                regex: String.raw`^(\.\./){2,}([^u.]|u[^i]|ui/([^p]|p[^a]|pa[^g]|pag[^e]|page[^/]))|^(vscode|node:.*)$`,
                message: ownProgram,
              },
              { group: ["../*", "!../messages.ts", "!../types.ts", "!../../../ui/page/*"], message: ownProgram },
            ],
          },
        ],
      },
    },
    { files: ["src/generatedIds.ts"], rules: { "max-lines": "off" } },
    { files: ["oxlint.config.mjs"], rules: { "import/no-default-export": "off" } },
  ],
};
