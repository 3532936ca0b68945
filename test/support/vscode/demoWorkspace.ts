import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const files: Readonly<Record<string, string>> = {
  "README.md": `# Tideline

Works out the next high and low water from a list of readings.

    npm test
`,
  "src/tides.ts": `export interface Reading {
  readonly at: Date;
  /** Metres above chart datum. */
  readonly height: number;
}

/** The readings that are higher than both of their neighbours. */
export const highWaters = (readings: readonly Reading[]): Reading[] =>
  readings.filter((reading, index) => {
    const before = readings[index - 1];
    const after = readings[index + 1];
    return before !== undefined && after !== undefined && reading.height > before.height && reading.height >= after.height;
  });

export const range = (readings: readonly Reading[]): number => {
  const heights = readings.map((reading) => reading.height);
  return heights.length === 0 ? 0 : Math.max(...heights) - Math.min(...heights);
};
`,
  "src/format.ts": `import type { Reading } from "./tides";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

export const describeReading = ({ at, height }: Reading): string => \`\${clock.format(at)} \${height.toFixed(2)} m\`;
`,
  "scripts/convert.py": `"""Turns a harbour's CSV of readings into JSON."""
import csv
import json
import sys


def convert(lines):
    for row in csv.DictReader(lines):
        yield {"at": row["time"], "height": float(row["metres"])}


if __name__ == "__main__":
    json.dump(list(convert(sys.stdin)), sys.stdout, indent=2)
`,
};

/** Writes the files that are missing; what the user changed stays. */
export const writeDemoWorkspace = (folder: string): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
