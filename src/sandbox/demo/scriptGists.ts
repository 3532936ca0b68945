import type { DemoGist } from "./demoGist.ts";

export const scriptGists: readonly DemoGist[] = [
  {
    description: "Find the largest files below a folder",
    days: 8,
    starredBy: ["tomas-berg"],
    files: {
      "largest.sh": `#!/usr/bin/env bash
# Usage: largest.sh [folder] [count]
set -euo pipefail

folder="$1"
count="$2"

find "$folder" -type f -printf '%s %p\\n' |
  sort -rn |
  head -n "$count" |
  while read -r size path; do
    printf '%8s  %s\\n' "$(numfmt --to=iec "$size")" "$path"
  done
`,
    },
    comments: [["lin-okafor", 6, "On macOS `find` has no `-printf`; `stat -f '%z %N'` does it there."]],
  },
  {
    description: "Rename photos by the date they were taken",
    days: 33,
    edited: 30,
    files: {
      "rename_photos.py": `"""Renames photos to 2024-05-17_14-03-22.jpg by their EXIF date."""

import sys
from datetime import datetime
from pathlib import Path

from PIL import Image

DATE_TAKEN = 36867


def new_name(photo: Path) -> str | None:
    taken = Image.open(photo).getexif().get_ifd(0x8769).get(DATE_TAKEN)
    if taken is None:
        return None
    date = datetime.strptime(taken, "%Y:%m:%d %H:%M:%S")
    return f"{date:%Y-%m-%d_%H-%M-%S}{photo.suffix.lower()}"


def main(folder: Path) -> None:
    for photo in sorted(folder.glob("*.jp*g")):
        name = new_name(photo)
        if name is None or (folder / name).exists():
            print(f"skipped {photo.name}")
            continue
        photo.rename(folder / name)
        print(f"{photo.name} -> {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
`,
      "requirements.txt": "Pillow>=10\n",
    },
  },
  {
    description: "My shell aliases",
    secret: true,
    days: 720,
    edited: 14,
    files: {
      ".bashrc": `alias ll='ls -lah'
alias gs='git status --short --branch'
alias gl='git log --oneline --graph --decorate -20'
alias ports='ss -ltnp'

mkcd() {
  mkdir -p "$1" && cd "$1"
}

# Up n folders: up 3
up() {
  local path=""
  for _ in $(seq "$1"); do path="../$path"; done
  cd "$path" || return
}
`,
    },
    earlier: [
      { days: 720, files: { ".bashrc": "alias ll='ls -lah'\nalias gs='git status'\n" } },
      {
        days: 300,
        files: {
          ".bashrc": "alias ll='ls -lah'\nalias gs='git status --short --branch'\nalias ports='ss -ltnp'\n",
        },
      },
    ],
  },
  {
    description: "Watch a URL until it answers 200",
    days: 77,
    files: {
      "wait_for.py": `import sys
import time
import urllib.error
import urllib.request


def wait_for(url: str, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, TimeoutError):
            pass
        time.sleep(0.5)
    return False


if __name__ == "__main__":
    sys.exit(0 if wait_for(sys.argv[1], 60) else 1)
`,
    },
  },
  {
    description: "Delete merged branches (PowerShell)",
    days: 190,
    files: {
      "Remove-MergedBranches.ps1": `param(
    [string] $Main = "main",
    [switch] $WhatIf
)

git fetch --prune
git branch --merged $Main |
    ForEach-Object { $_.Trim() } |
    Where-Object { $_ -ne $Main -and -not $_.StartsWith("*") } |
    ForEach-Object {
        if ($WhatIf) { Write-Host "would delete $_" }
        else { git branch --delete $_ }
    }
`,
    },
  },
  {
    description: "Ruby: pretty-print a CSV as a table",
    days: 365,
    files: {
      "table.rb": `require "csv"

rows = CSV.read(ARGV.fetch(0))
widths = rows.transpose.map { |column| column.map { |cell| cell.to_s.length }.max }

rows.each_with_index do |row, index|
  puts row.zip(widths).map { |cell, width| cell.to_s.ljust(width) }.join("  ")
  puts widths.map { |width| "-" * width }.join("  ") if index.zero?
end
`,
    },
  },
  {
    description: "Makefile that documents itself",
    days: 500,
    starredBy: ["tomas-berg", "lin-okafor"],
    files: {
      Makefile: `.DEFAULT_GOAL := help

.PHONY: help build test clean

help: ## Shows this text
\t@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-12s %s\\n", $$1, $$2}'

build: ## Builds everything
\tgo build ./...

test: ## Runs the tests
\tgo test ./...

clean: ## Removes what was built
\trm -rf bin
`,
    },
  },
  {
    description: "Lua: a statusline for Neovim in 15 lines",
    days: 840,
    files: {
      "statusline.lua": `local function mode()
  local names = { n = "NORMAL", i = "INSERT", v = "VISUAL", c = "COMMAND" }
  return names[vim.fn.mode()] or vim.fn.mode()
end

function Statusline()
  return table.concat({
    " " .. mode() .. " ",
    "%f %m",
    "%=",
    "%{&filetype}",
    " %l:%c ",
  }, " ")
end

vim.o.statusline = "%!v:lua.Statusline()"
`,
    },
  },
  {
    description: "Slugify a title (Perl one-liner grown up)",
    days: 1010,
    files: {
      "slug.pl": `use strict;
use warnings;
use Unicode::Normalize;

sub slug {
    my ($text) = @_;
    $text = NFD(lc $text);
    $text =~ s/\\p{Mn}//g;
    $text =~ s/[^a-z0-9]+/-/g;
    $text =~ s/^-|-$//g;
    return $text;
}

print slug(join " ", @ARGV), "\\n";
`,
    },
  },
];
