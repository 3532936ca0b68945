import { type DemoCommit, demoCommits, type DemoRepository } from "./demoRepository.ts";

const ledgerMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September"];

const householdLedger: DemoRepository = (daysAgo) => ({
  owner: "ada-finch",
  name: "household-ledger",
  description: "What we spend, and on what",
  private: true,
  commits: demoCommits(
    [
      ["ada", 300.4, "Begin", { "README.md": "# Ledger\n\nOne file a month, `python sum.py` for the total.\n" }],
      [
        "ada",
        299.6,
        "Sum it up",
        {
          "sum.py":
            'import csv, pathlib\n\ntotal = sum(\n    float(row["amount"])\n    for file in pathlib.Path("months").glob("*.csv")\n    for row in csv.DictReader(file.open())\n)\nprint(f"{total:.2f}")\n',
        },
      ],
      ...ledgerMonths.map((month, index): DemoCommit => [
        "ada",
        280 - index * 30.3,
        month,
        {
          [`months/${index + 1} ${month}.csv`]: `what,amount\nRent,910.00\nMarket,${(211.4 + index * 7.35).toFixed(2)}\nBicycle,${index * 3}.50\n`,
        },
      ]),
    ],
    daysAgo,
  ),
});

const icon = (index: number): string => {
  const size = 4 + (index % 9);
  const shape =
    index % 2 === 0
      ? `<circle cx="12" cy="12" r="${size}"/>`
      : `<rect x="${12 - size}" y="${12 - size}" width="${2 * size}" height="${2 * size}" rx="${index % 4}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" opacity="0.${1 + (index % 9)}">${shape}</svg>\n`;
};

/** One folder with many files. */
const glyphGarden: DemoRepository = (daysAgo) => ({
  owner: "ada-finch",
  name: "glyph-garden",
  description: "Six hundred icons that grew on their own",
  topics: ["icons", "svg"],
  commits: demoCommits(
    [
      [
        "ada",
        150.3,
        "Plant six hundred icons",
        Object.fromEntries(
          Array.from({ length: 600 }, (_, index) => [
            `icons/glyph-${String(index + 1).padStart(3, "0")}.svg`,
            icon(index),
          ]),
        ),
      ],
      [
        "lin",
        149.2,
        "Show them all",
        {
          "README.md": "# Glyph garden\n\nOpen `sheet.html` to see all of them.\n",
          "sheet.html": "<!doctype html>\n<title>Glyph garden</title>\n<script src=sheet.js></script>\n",
          "sheet.js":
            'for (let index = 1; index <= 600; index += 1) {\n  const image = new Image(24, 24);\n  image.src = `icons/glyph-${String(index).padStart(3, "0")}.svg`;\n  document.body.append(image);\n}\n',
          "print/poster.ps": { fill: "newpath 12 12 6 0 360 arc stroke\n", size: 2_500_000 },
          "assets/dot.png": {
            base64:
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
          },
        },
      ],
      [
        "ada",
        70.4,
        "Names with care",
        { "names/Grüße & Küsse #1.txt": "glyph-007\n", "names/100%25.txt": "glyph-100\n" },
      ],
    ],
    daysAgo,
  ),
  starredBy: ["tomas-berg"],
});

const scratchPad: DemoRepository = (daysAgo) => ({
  owner: "ada-finch",
  name: "scratch-pad",
  description: "Nothing yet",
  createdAt: daysAgo(3.1),
});

const queue = (extra = ""): string =>
  `package queue\n\nimport "sync"\n\n// Queue hands out jobs without waking anyone.\ntype Queue struct {\n\tmu   sync.Mutex\n\tjobs []func()\n}\n\nfunc (q *Queue) Push(job func()) {\n\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tq.jobs = append(q.jobs, job)\n}\n${extra}`;

const pop =
  "\nfunc (q *Queue) Pop() func() {\n\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tif len(q.jobs) == 0 {\n\t\treturn nil\n\t}\n\tjob := q.jobs[0]\n\tq.jobs = q.jobs[1:]\n\treturn job\n}\n";

const quietQueue: DemoRepository = (daysAgo) => ({
  owner: "tomas-berg",
  name: "quiet-queue",
  description: "A job queue that does not shout",
  topics: ["go", "queue"],
  commits: demoCommits(
    [
      ["tomas", 260.3, "A queue", { "queue.go": queue(), "go.mod": "module example.com/quiet\n\ngo 1.22\n" }],
      ["tomas", 255.6, "Pop", { "queue.go": queue(pop), "README.md": "# quiet-queue\n\nPush, pop, hush.\n" }],
      [
        "lin",
        230.4,
        "Say who may use it",
        { LICENSE: "ISC License\n\nCopyright (c) Tomas Berg\n" },
        { tag: "v1" },
      ],
    ],
    daysAgo,
  ),
  starredBy: ["ada-finch", "lin-okafor"],
  watchedBy: ["ada-finch"],
});

const quietFork: DemoRepository = (daysAgo) => ({
  owner: "ada-finch",
  name: "quiet-queue",
  forkOf: "tomas-berg/quiet-queue",
  createdAt: daysAgo(90.4),
  commits: demoCommits(
    [
      [
        "ada",
        89.3,
        "Count without locking twice",
        {
          "queue.go": queue(
            `${pop}\nfunc (q *Queue) Len() int {\n\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\treturn len(q.jobs)\n}\n`,
          ),
        },
        { branch: "length" },
      ],
    ],
    daysAgo,
  ),
});

const rainfall: DemoRepository = (daysAgo) => ({
  owner: "lin-okafor",
  name: "rainfall",
  description: "Sixty years of rain in West Africa, cleaned",
  topics: ["data", "climate"],
  commits: demoCommits(
    [
      [
        "lin",
        200.5,
        "Data as it came",
        {
          "README.md": "# Rainfall\n\nMillimetres per year.\n",
          "data/lagos.csv": `year,mm\n${Array.from({ length: 60 }, (_, year) => `${1964 + year},${1500 + ((year * 379) % 700)}\n`).join("")}`,
        },
      ],
      [
        "lin",
        190.2,
        "Means",
        {
          "mean.py":
            'import csv\n\nrows = list(csv.DictReader(open("data/lagos.csv")))\nprint(sum(int(row["mm"]) for row in rows) / len(rows))\n',
        },
      ],
      [
        "ada",
        120.6,
        "Plot",
        { "plot.py": "import matplotlib.pyplot as plt\n\nplt.plot([1, 2, 3])\nplt.show()\n" },
      ],
    ],
    daysAgo,
  ),
  collaborators: { "ada-finch": "write" },
  starredBy: ["ada-finch"],
  watchedBy: ["ada-finch", "tomas-berg"],
});

const handbook: DemoRepository = (daysAgo) => ({
  owner: "finch-and-sons",
  name: "workshop-handbook",
  description: "How we work, and why the kettle is on the left",
  commits: demoCommits(
    [
      [
        "ada",
        340.4,
        "Table of contents",
        { "README.md": "# Handbook\n\n1. [Mornings](docs/mornings.md)\n2. [Tools](docs/tools.md)\n" },
      ],
      ["tomas", 339.3, "Mornings", { "docs/mornings.md": "# Mornings\n\nKettle first. It is on the left.\n" }],
      ["ada", 200.2, "Tools", { "docs/tools.md": "# Tools\n\nPut them back where they were.\n" }],
      [
        "tomas",
        30.4,
        "Kettle moved",
        { "docs/mornings.md": "# Mornings\n\nKettle first. It is on the right now.\n" },
        { branch: "kettle" },
      ],
      ["ada", 28.3, "Kettle stays", { "docs/mornings.md": "# Mornings\n\nKettle first. It stays on the left.\n" }],
    ],
    daysAgo,
  ),
  starredBy: ["ada-finch"],
});

const labelPrinter: DemoRepository = (daysAgo) => ({
  owner: "finch-and-sons",
  name: "label-printer",
  description: "Prints labels; jams on Fridays",
  private: true,
  commits: demoCommits(
    [
      [
        "tomas",
        180.5,
        "Print",
        {
          "src/main.rs": 'fn main() {\n    println!("label");\n}\n',
          "Cargo.toml": '[package]\nname = "label-printer"\nversion = "0.1.0"\n',
        },
      ],
      [
        "tomas",
        179.4,
        "Jam less",
        { "src/main.rs": 'fn main() {\n    // Not on Fridays.\n    println!("label");\n}\n' },
      ],
    ],
    daysAgo,
  ),
});

/** A fork stands after what it was forked from. */
export const otherRepositories: readonly DemoRepository[] = [
  householdLedger,
  glyphGarden,
  scratchPad,
  quietQueue,
  quietFork,
  rainfall,
  handbook,
  labelPrinter,
];
