import { dataGists } from "./demo/dataGists.ts";
import type { DemoGist } from "./demo/demoGist.ts";
import { recentEvents, recentRepositories } from "./demo/recentActivity.ts";
import { otherRepositories } from "./demo/otherRepositories.ts";
import { tideClock } from "./demo/tideClock.ts";
import { noteGists } from "./demo/noteGists.ts";
import { otherGists } from "./demo/otherGists.ts";
import { scriptGists } from "./demo/scriptGists.ts";
import { systemGists } from "./demo/systemGists.ts";
import { webGists } from "./demo/webGists.ts";
import type { SandboxSeed, SeedGist, SeedToken, SeedUser } from "./seed.ts";
import { isoDate } from "./store.ts";

/** The main user of the demo data, and the token that may do everything as this user. */
export const demoLogin = "ada-finch";
export const demoToken = "sandbox_ada_finch_7f3b1c";
/** The other users, with tokens that may do everything as them. */
export const demoOthers: readonly { readonly login: string; readonly token: string }[] = [
  { login: "tomas-berg", token: "sandbox_tomas_berg_51d9e0" },
  { login: "lin-okafor", token: "sandbox_lin_okafor_c04a72" },
];

const dayMs = 86_400_000;

const users = (daysAgo: (days: number) => string): readonly SeedUser[] => [
  {
    login: demoLogin,
    name: "Ada Finch",
    email: "ada@example.com",
    company: "Finch & Sons",
    location: "Lisbon",
    bio: "Writes small tools and keeps the snippets.",
    blog: "https://example.com/ada",
    password: "sandbox",
    createdAt: daysAgo(2200),
    following: ["tomas-berg", "lin-okafor"],
  },
  {
    login: "tomas-berg",
    name: "Tomas Berg",
    location: "Malmö",
    bio: "Back ends, mostly.",
    password: "sandbox",
    createdAt: daysAgo(1800),
  },
  {
    login: "lin-okafor",
    name: "Lin Okafor",
    company: "Okafor Research",
    location: "Lagos",
    password: "sandbox",
    oneTimePassword: "246810",
    createdAt: daysAgo(1500),
  },
];

/** The scopes of the demo token. */
export const demoScopes: readonly string[] = [
  "repo",
  "gist",
  "user",
  "admin:repo_hook",
  "admin:public_key",
  "delete_repo",
];

const tokens = (daysAgo: (days: number) => string): readonly SeedToken[] => [
  { token: demoToken, login: demoLogin, scopes: demoScopes, note: "Forgeside", createdAt: daysAgo(400) },
  {
    token: "sandbox_ada_finch_readonly",
    login: demoLogin,
    scopes: ["read:user"],
    note: "Dashboard, may only read",
    createdAt: daysAgo(90),
  },
  ...demoOthers.map(({ login, token }, index) => ({
    token,
    login,
    scopes: demoScopes,
    note: "Laptop",
    createdAt: daysAgo(210 - index * 60),
  })),
];

const seedGist = (gist: DemoGist, daysAgo: (days: number) => string): SeedGist => ({
  owner: gist.owner ?? demoLogin,
  description: gist.description,
  public: gist.secret !== true,
  createdAt: daysAgo(gist.days),
  updatedAt: daysAgo(gist.edited ?? gist.days),
  files: gist.files,
  earlier: (gist.earlier ?? []).map(({ days, files }) => ({ committedAt: daysAgo(days), files })),
  comments: (gist.comments ?? []).map(([login, days, body]) => ({ login, body, createdAt: daysAgo(days) })),
  starredBy: gist.starredBy ?? [],
  ...(gist.id !== undefined && { id: gist.id }),
  ...(gist.forkOf !== undefined && { forkOf: gist.forkOf }),
});

/** An account that looks lived in: three years of gists and repositories before `now` (milliseconds), an organization, and two other users. */
export const demoSeed = (now: number): SandboxSeed => {
  const daysAgo = (days: number): string => isoDate(now - days * dayMs);
  const gists = [...webGists, ...scriptGists, ...dataGists, ...systemGists, ...noteGists, ...otherGists];
  return {
    users: users(daysAgo),
    tokens: tokens(daysAgo),
    gists: gists.map((gist) => seedGist(gist, daysAgo)),
    organizations: [
      {
        login: "finch-and-sons",
        name: "Finch & Sons",
        description: "Clocks, labels and small machines",
        createdAt: daysAgo(900),
        admins: [demoLogin],
        members: ["tomas-berg"],
        teams: [
          {
            name: "Printers",
            description: "Keep the labels coming",
            permission: "write",
            members: ["tomas-berg"],
            repositories: ["label-printer"],
          },
          {
            name: "Writers",
            permission: "admin",
            members: [demoLogin],
            repositories: ["workshop-handbook", "label-printer"],
          },
        ],
      },
    ],
    repositories: [tideClock, ...otherRepositories, ...recentRepositories].map((repository) =>
      repository(daysAgo),
    ),
    events: recentEvents(daysAgo),
  };
};
