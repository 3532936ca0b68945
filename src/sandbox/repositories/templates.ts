/** Files to leave out of a repository, by language or platform. */
export const gitignoreTemplates: Readonly<Record<string, string>> = {
  "C++": "# Objects\n*.o\n*.obj\n\n# Libraries\n*.a\n*.so\n*.dll\n\n# Programs\n*.exe\n*.out\n",
  Go: "# Programs\n*.exe\n*.test\n\n# Coverage\n*.out\n\n# Workspaces\ngo.work\ngo.work.sum\n",
  Java: "# Classes\n*.class\n\n# Logs\n*.log\n\n# Packages\n*.jar\n*.war\n\n# Crashes\nhs_err_pid*\n",
  Node: "# Logs\n*.log\n\n# Dependencies\nnode_modules/\n\n# Builds\ndist/\ncoverage/\n\n# Secrets\n.env\n.env.*\n",
  Python:
    "# Byte code\n__pycache__/\n*.py[cod]\n\n# Builds\nbuild/\ndist/\n*.egg-info/\n\n# Environments\n.env\n.venv/\n",
  Ruby: "*.gem\n/.bundle/\n/coverage/\n/pkg/\n/tmp/\n/vendor/bundle/\n",
  Rust: "target/\n**/*.rs.bk\n*.pdb\n",
  VisualStudioCode: ".vscode/*\n!.vscode/settings.json\n!.vscode/tasks.json\n!.vscode/launch.json\n*.vsix\n",
};

const warranty =
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR\nIMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,\nFITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE\nAUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER\nLIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,\nOUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE\nSOFTWARE.\n';

/** Licence texts by key; `[year]` and `[holder]` are filled in. */
export const licenseTemplates: Readonly<Record<string, string>> = {
  mit: `MIT License

Copyright (c) [year] [holder]

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

${warranty}`,
  isc: `ISC License

Copyright (c) [year] [holder]

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.
`,
  unlicense: `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or
distribute this software, either in source code form or as a compiled
binary, for any purpose, commercial or non-commercial, and by any
means.

${warranty}`,
};
