// Which modules of the extension go into which file of dist, and how they are joined. Used by esbuild.mjs.
import { build } from "esbuild";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The files that `file` imports statically, itself included. */
export const withImports = (outputs, file, found = new Set()) => {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind, external } of outputs[file].imports)
    if (kind === "import-statement" && !external) withImports(outputs, path, found);
  return found;
};

/** The files of src/features that are loaded before any feature of its own. */
export const filesBeforeFeatures = ["features", "nodePlatform", "core", "comments"];

/** The other files of src/features that begin a feature: those that are loaded by `import()`. */
const featureFilesOf = (outputs) =>
  Object.values(outputs)
    .flatMap(({ entryPoint = "" }) => /^src\/features\/(\w+)\.ts$/.exec(entryPoint)?.[1] ?? [])
    .filter((id) => !filesBeforeFeatures.includes(id))
    .toSorted();

/** Modules from this size on stay files of their own, unless a feature begins with them. Bytes. */
const joinedBelow = 13_000;

/** What a feature's file has at most, so that it stays below its budget: larger modules are files of their own then. Bytes. */
const featureBelow = 115_000;

/** What only commands share goes into commandParts.js up to this size. Bytes. */
const sharedBelow = 4700;

/** What VS Code for the Web never loads: that is for Node, and for a storage on a disk. */
const notInBrowsers = ["src/features/nodePlatform.ts", "src/storage/privateFolder.ts"];

/** Throws where what a browser has not may be loaded there. */
export const checkWeb = (outputs, file, seen = new Set()) => {
  if (seen.has(file) || notInBrowsers.includes(outputs[file].entryPoint)) return;
  seen.add(file);
  for (const { path, external } of outputs[file].imports) {
    if (!external) checkWeb(outputs, path, seen);
    else if (path !== "vscode")
      throw new Error(
        `A browser would need ${path}, for ${Object.keys(outputs[file].inputs).join(", ")}. Load it with src/features/nodePlatform.ts.`,
      );
  }
};

/**
 * Which file of dist each module of the first pass goes into: reading a file costs more than reading a few more lines.
 * extension.js: what activation imports. core.js: the modules that the shared features begin with; shared.js: what these
 * import. <feature>.js: what one feature alone imports; common.js: what several import; commandParts.js: small modules that only commands share. What no feature imports
 * statically is a file of its own.
 */
export const joinedFiles = (outputs, bytesOf) => {
  const files = Object.keys(outputs).filter((file) => file.endsWith(".js"));
  const closureOf = (source) => [
    ...withImports(
      outputs,
      files.find((file) => outputs[file].entryPoint === source),
    ),
  ];
  const distFileOf = new Map();
  const isJoined = (file) => bytesOf(file) < joinedBelow || outputs[file].entryPoint !== undefined;
  const put = (distFile, modules) => {
    for (const file of modules) if (!distFileOf.has(file) && isJoined(file)) distFileOf.set(file, distFile);
  };
  // All of them, however large: they share one scope, and each module exists once.
  for (const file of closureOf("src/extension.ts")) distFileOf.set(file, "extension.js");
  const needed = filesBeforeFeatures.flatMap((id) => closureOf(`src/features/${id}.ts`));
  put(
    "core.js",
    needed.filter((file) => outputs[file].entryPoint),
  );
  put("shared.js", needed);
  /** Without the largest ones that would make the file too large. The first module is what the feature begins with. */
  const fitting = (modules) => {
    const sizeOf = (file) => (isJoined(file) ? bytesOf(file) : 0);
    let size = modules.reduce((sum, file) => sum + sizeOf(file), 0);
    const alone = new Set();
    for (const file of modules.slice(1).toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
      if (size <= featureBelow) break;
      alone.add(file);
      size -= sizeOf(file);
    }
    return modules.filter((file) => !alone.has(file));
  };
  const closures = new Map(featureFilesOf(outputs).map((id) => [id, closureOf(`src/features/${id}.ts`)]));
  for (const [id, closure] of closures) {
    const isShared = (file) => [...closures].some(([other, modules]) => other !== id && modules.includes(file));
    put(`${id}.js`, fitting(closure.filter((file) => !isShared(file))));
    put(
      "common.js",
      closure.filter((file) => isShared(file)),
    );
  }
  // What several commands share, and no feature: a file for each would be more to read than what is in it.
  const shared = files.filter((file) => !outputs[file].entryPoint && bytesOf(file) < sharedBelow);
  put("commandParts.js", shared);
  return distFileOf;
};

/** The files of dist that each module needs that is loaded by `import()`, for VS Code for the Web. */
const neededFiles = (outputs, distFileOf) => {
  const loaded = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path, external }) => (kind === "dynamic-import" && !external ? [path] : [])),
  );
  const needs = [...new Set(loaded)].map((file) => {
    const files = [...withImports(outputs, file)].map((each) => distFileOf.get(basename(each)) ?? basename(each));
    return [basename(file), [...new Set(files)].filter((name) => name !== "extension.js")];
  });
  return Object.fromEntries(needs);
};

/**
 * The modules of `closure` as the body of one CommonJS module, which exports each of them by its name: activation reads
 * and runs all of them, so they share one scope. `options` are those of the second pass.
 */
export const bundleStart = async (closure, options) => {
  const names = closure.map((file) => basename(file));
  const othersAreFiles = {
    name: "others-are-files",
    setup(pass) {
      pass.onResolve({ filter: /^\.\// }, ({ path }) =>
        names.includes(basename(path)) ? undefined : { path, external: true },
      );
    },
  };
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    entryPoints: undefined,
    stdin: {
      contents: names.map((name) => `export * as ${JSON.stringify(name)} from "./${name}";`).join("\n"),
      resolveDir: dirname(closure[0]),
    },
    outdir: undefined,
    outfile: "dist/extension.js",
    external: ["vscode"],
    plugins: [othersAreFiles],
    sourcemap: "external",
    metafile: false,
    write: false,
  });
  const [map, code] = outputFiles.toSorted((left, right) => right.path.length - left.path.length);
  return { code: code.text.trim(), map: JSON.parse(map.text) };
};

/**
 * Throws unless every `import()` of a module, of which there are `count` at least, loads its file in VS Code for the Web: the
 * text that esbuild makes of it may be another one in a later version.
 */
export const checkImports = (name, code, count) => {
  const replaced = code.split("(require.load?.(").length - 1;
  // A member of that name is something else, and so is what begins a string.
  const left = /(?<![.\w$"'`])import\(/.test(code);
  if (left || replaced < count)
    throw new Error(
      `${replaced} of ${count} import() in ${name} were replaced${left ? ", and one is left" : ""}: see joinModules in test/support/build/distFiles.mjs.`,
    );
};

/** Puts the modules of each file of dist into it; `start` is what `bundleStart` made. Answers the files of dist. */
export const joinModules = (outputs, joined, loader, start) => {
  const distFileOf = new Map([...joined].map(([file, distFile]) => [basename(file), distFile]));
  const withDistFiles = (code) =>
    code
      .replace(/require\("\.\/([^"]+\.js)"\)/g, (whole, name) =>
        distFileOf.has(name) ? `require("./${distFileOf.get(name)}").$(${JSON.stringify(name)})` : whole,
      )
      // What was import(): in VS Code for the Web, the files are read first.
      .replace(
        /Promise\.resolve\(\)\.then\((\(\)\s*=>\s*[\w$]+\(require\("\.\/([^"]+)"\)(?:\.\$\("([^"]+)"\))?\))/g,
        (_, then, file, name) =>
          `(require.load?.(${JSON.stringify(name ?? file)})??Promise.resolve()).then(${then}`,
      );
  const names = Object.keys(outputs).flatMap((file) => (file.endsWith(".js") ? [basename(file)] : []));
  const importsOf = (name) => {
    const file = Object.keys(outputs).find((each) => basename(each) === name);
    return outputs[file].imports.filter(({ kind, external }) => kind === "dynamic-import" && !external).length;
  };
  const codeOf = (name) => {
    const code = withDistFiles(readFileSync(join("dist", name), "utf8"));
    checkImports(name, code, importsOf(name));
    return code;
  };
  const codes = new Map(names.map((name) => [name, codeOf(name)]));
  const maps = new Map(names.map((name) => [name, JSON.parse(readFileSync(join("dist", `${name}.map`), "utf8"))]));
  const write = (name, code) => writeFileSync(join("dist", name), `${code}\n//# sourceMappingURL=${name}.map\n`);
  const withoutLink = (code) => code.replace(/\n?\/\/# sourceMappingURL=.*\n?$/, "");
  for (const name of names)
    if (distFileOf.has(name)) for (const file of [name, `${name}.map`]) rmSync(join("dist", file));
    else write(name, withoutLink(codes.get(name)));
  /** A file with modules, as functions that run with their first use; `exports.$` answers what one exports. */
  const writeJoined = (file) => {
    let code = `"use strict";const modules={`;
    const sections = [];
    for (const name of names.filter((each) => distFileOf.get(each) === file)) {
      code += `\n${JSON.stringify(name)}(module,exports){\n`;
      sections.push({ offset: { line: code.split("\n").length - 1, column: 0 }, map: maps.get(name) });
      code += `${withoutLink(codes.get(name))}\n},`;
    }
    code += `\n};const loaded={};exports.$=(name)=>{const known=loaded[name];if(known)return known.exports;const module=loaded[name]={exports:{}};try{modules[name](module,module.exports)}catch(error){delete loaded[name];throw error}return module.exports};`;
    write(file, code);
    writeFileSync(join("dist", `${file}.map`), JSON.stringify({ version: 3, file, sections }));
    return file;
  };
  /** The file that VS Code runs, whose modules share one scope. */
  const writeStart = (file, before, after) => {
    const code = `"use strict";${before}\n`;
    const sections = [{ offset: { line: code.split("\n").length - 1, column: 0 }, map: start.map }];
    const modules = withDistFiles(start.code);
    const joined = names.filter((name) => distFileOf.get(name) === "extension.js");
    checkImports(
      file,
      modules,
      joined.reduce((sum, name) => sum + importsOf(name), 0),
    );
    write(file, `${code}${modules}\n${after}`);
    writeFileSync(join("dist", `${file}.map`), JSON.stringify({ version: 3, file, sections }));
    return file;
  };
  const others = [...new Set(distFileOf.values())].filter((file) => file !== "extension.js");
  const files = others.map((file) => writeJoined(file));
  // What VS Code for the Web runs: the modules of extension.js, with the loader of all other files.
  const needs = JSON.stringify(neededFiles(outputs, distFileOf));
  const answerOne = "module.exports.$=(name)=>module.exports[name];";
  const activateOf = (name) => `module.exports["extension.js"].${name}`;
  const node = writeStart("extension.js", "", `${answerOne}module.exports.activate=${activateOf("activate")};`);
  const web = writeStart(
    "web.js",
    `const{webFiles}=(()=>{const module={exports:{}};${loader}return module.exports})();const files=webFiles(require,${needs},"extension.js");((module,exports,require)=>{`,
    `${answerOne}})(files.main,files.main.exports,files.require);exports.activate=(context)=>{files.setFolder(require("vscode").Uri.joinPath(context.extensionUri,"dist"));return files.main.exports.$("extension.js").activateInBrowser(context)};`,
  );
  return [...names.filter((name) => !distFileOf.has(name)), ...files, node, web].map((name) => `dist/${name}`);
};

/** The code that reads files of dist in VS Code for the Web, as the body of a CommonJS module. */
export const webLoader = async (shared) => {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ["src/web/files.ts"],
    platform: "browser",
    format: "cjs",
    minify: true,
    sourcemap: false,
    write: false,
  });
  return outputFiles[0].text.replace(/^"use strict";/, "").trim();
};
