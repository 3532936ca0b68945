import type { DemoGist } from "./demoGist.ts";

export const dataGists: readonly DemoGist[] = [
  {
    description: "Postgres: which tables are the largest",
    days: 5,
    starredBy: ["lin-okafor"],
    files: {
      "table_sizes.sql": `select
  relname as table_name,
  pg_size_pretty(pg_total_relation_size(relid)) as total,
  pg_size_pretty(pg_indexes_size(relid)) as indexes,
  n_live_tup as rows
from pg_stat_user_tables
order by pg_total_relation_size(relid) desc
limit 20;
`,
    },
  },
  {
    description: "Running total per customer with window functions",
    days: 49,
    files: {
      "running_total.sql": `select
  customer_id,
  ordered_at,
  amount,
  sum(amount) over (
    partition by customer_id
    order by ordered_at
    rows between unbounded preceding and current row
  ) as total_so_far
from orders
order by customer_id, ordered_at;
`,
      "sample.csv": `customer_id,ordered_at,amount
1,2024-01-03,20.00
1,2024-02-11,35.50
2,2024-01-20,12.00
2,2024-03-02,8.25
`,
    },
  },
  {
    description: "CI for a Node project: lint, test, build",
    days: 26,
    files: {
      "ci.yml": `name: ci
on:
  push:
    branches: [main]
  pull_request:

jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
          cache: npm
      - run: npm ci
      - run: npm run lint
      - run: npm test
      - run: npm run build
`,
    },
  },
  {
    description: "Small image for a Node service",
    days: 88,
    edited: 40,
    files: {
      Dockerfile: `FROM node:22-alpine AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-alpine
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules ./node_modules
USER node
EXPOSE 3000
CMD ["node", "dist/server.js"]
`,
      ".dockerignore": "node_modules\ndist\n.git\n*.log\n",
    },
  },
  {
    description: "Compose file for local development",
    secret: true,
    days: 130,
    files: {
      "compose.yaml": `services:
  web:
    build: .
    ports: ["3000:3000"]
    depends_on:
      database:
        condition: service_healthy
  database:
    image: postgres:16-alpine
    environment:
      POSTGRES_HOST_AUTH_METHOD: trust
    healthcheck:
      test: ["CMD", "pg_isready", "-U", "postgres"]
      interval: 2s
      retries: 20
`,
    },
  },
  {
    description: "Editor settings that I copy into every project",
    days: 300,
    edited: 112,
    files: {
      ".editorconfig": `root = true

[*]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
insert_final_newline = true
trim_trailing_whitespace = true

[*.{go,mk}]
indent_style = tab
`,
      "settings.json": `{
  "editor.formatOnSave": true,
  "editor.rulers": [100],
  "files.trimTrailingWhitespace": true,
  "files.insertFinalNewline": true,
  "git.autofetch": true
}
`,
    },
  },
  {
    description: "pandas: monthly report from a CSV",
    days: 215,
    files: {
      "monthly.py": `import pandas as pd


def monthly(path: str) -> pd.DataFrame:
    orders = pd.read_csv(path, parse_dates=["ordered_at"])
    orders["month"] = orders["ordered_at"].dt.to_period("M")
    report = orders.groupby("month")["amount"].agg(["count", "sum", "mean"])
    report["growth"] = report["sum"].pct_change().round(3)
    return report


if __name__ == "__main__":
    print(monthly("orders.csv").to_string())
`,
    },
  },
  {
    description: "GraphQL: paging through a connection",
    days: 470,
    files: {
      "page.graphql": `query Page($after: String) {
  articles(first: 50, after: $after) {
    nodes {
      id
      title
      author {
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    },
  },
  {
    description: "Terraform: a bucket that cleans up after itself",
    days: 600,
    files: {
      "bucket.tf": `resource "aws_s3_bucket" "logs" {
  bucket = "example-logs"
}

resource "aws_s3_bucket_lifecycle_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id

  rule {
    id     = "expire"
    status = "Enabled"

    filter {}

    expiration {
      days = 30
    }
  }
}
`,
    },
  },
  {
    description: "jq recipes",
    days: 780,
    edited: 350,
    files: {
      "jq.md": `# jq recipes

Pick fields:

    jq '[.[] | {id, name}]' people.json

Count by key:

    jq 'group_by(.country) | map({country: .[0].country, count: length})' people.json

Merge two files:

    jq -s '.[0] * .[1]' base.json local.json
`,
      "people.json": `[
  { "id": 1, "name": "Inés", "country": "ES" },
  { "id": 2, "name": "Jörg", "country": "DE" },
  { "id": 3, "name": "桜", "country": "JP" }
]
`,
    },
  },
];
