/** How values are written: in code between quotes, in data as they are. */
export type FileKind = "code" | "data" | "lock";

const lock =
  /(?:^|[/\\])(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.ya?ml|bun\.lockb?|deno\.lock|cargo\.lock|poetry\.lock|uv\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|go\.sum|flake\.lock|podfile\.lock|mix\.lock|packages\.lock\.json|pubspec\.lock|gradle\.lockfile)$|\.(?:map|svg|min\.css)$/i;
const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|ipynb|rb|php|java|kt|kts|scala|groovy|gradle|go|rs|c|h|cc|cpp|hpp|cs|fs|vb|swift|mm?|dart|lua|pl|pm|r|jl|ex|exs|erl|hs|clj[sc]?|elm|ml|nim|zig|sol|sql|css|scss|less|html?|graphql|proto)$/i;
const tests =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|__mocks__|fixtures?|mocks?)[/\\]|[._-](?:test|spec|stories|mock|fixtures?)\.\w+$|(?:^|[/\\])test_\w+\.py$|_test\.go$|Tests?\.(?:java|cs|kt)$/i;

export const fileKindOf = (fileName: string): FileKind =>
  lock.test(fileName) ? "lock" : code.test(fileName) ? "code" : "data";

export const isTestFile = (fileName: string): boolean => tests.test(fileName);
