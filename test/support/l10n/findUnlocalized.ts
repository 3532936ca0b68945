import { type Expression, type SpreadElement, Visitor, parseSync } from "oxc-parser";

/** Properties whose texts VS Code or our pages show. */
const shownProperties = new Set([
  "label",
  "title",
  "placeHolder",
  "placeholder",
  "prompt",
  "detail",
  "description",
  "message",
  "tooltip",
  "text",
  "spoken",
  "summary",
  "ariaLabel",
  "textContent",
  "validationMessage",
]);

/** Functions that show their arguments. */
const shows =
  /^(show(Information|Warning|Error|Status|QuickPick|InputBox)\w*|confirm|with(Counted)?Progress|UserError|setAttribute)$/;

/** A phrase, or a word that begins a sentence: not an id, an icon, a file's name or an example of an input. */
const isForPeople = (text: string): boolean => {
  const plain = text.replace(/\$\([\w~-]+\)/g, "");
  return /[a-zA-Z]{2,}[,;:.]? [a-zA-Z]/.test(plain) || /^\s*[A-Z][a-z]+[.:!?]?\s*$/.test(plain);
};

type Value = Expression | SpreadElement | null;

const literalsIn = (value: Value): readonly { readonly start: number; readonly text: string }[] => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other expressions are not texts
  switch (value?.type) {
    case "Literal":
      return typeof value.value === "string" ? [{ start: value.start, text: value.value }] : [];
    case "TemplateLiteral":
      return [
        ...value.quasis.map(({ start, value: { raw } }) => ({ start, text: raw })),
        ...value.expressions.flatMap(literalsIn),
      ];
    case "ConditionalExpression":
      return [...literalsIn(value.consequent), ...literalsIn(value.alternate)];
    case "LogicalExpression":
      return [...literalsIn(value.left), ...literalsIn(value.right)];
    case "BinaryExpression":
      return value.operator === "+" ? [...literalsIn(value.left), ...literalsIn(value.right)] : [];
    case "ArrayExpression":
      return value.elements.flatMap(literalsIn);
    case "SpreadElement":
      return literalsIn(value.argument);
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return literalsIn(value.expression);
    default:
      return [];
  }
};

const nameOf = (value: Expression | { readonly type: "PrivateIdentifier" | "Super" }): string => {
  if (value.type === "Identifier") return value.name;
  return value.type === "MemberExpression" && value.property.type === "Identifier" ? value.property.name : "";
};

export interface Finding {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Texts for people that are not localized, and calls of `l10n.t` and `localizable` whose message can't be exported. */
export const findUnlocalized = (path: string, source: string): readonly Finding[] => {
  const found: Finding[] = [];
  const add = (start: number, text: string): void => {
    found.push({ line: source.slice(0, start).split("\n").length, text });
  };
  const check = (value: Value): void => {
    for (const { start, text } of literalsIn(value)) if (isForPeople(text)) add(start, text);
  };
  const isMessage = (value: Value | undefined): boolean =>
    (value?.type === "Literal" && typeof value.value === "string") ||
    (value?.type === "ObjectExpression" &&
      value.properties.some(
        (each) =>
          each.type === "Property" && nameOf(each.key as Expression) === "message" && isMessage(each.value),
      ));
  const visitor = new Visitor({
    Property({ key, value }) {
      if (key.type === "Identifier" && shownProperties.has(key.name)) check(value as Expression);
    },
    AssignmentExpression({ left, right }) {
      if (left.type === "MemberExpression" && shownProperties.has(nameOf(left))) check(right);
    },
    CallExpression({ callee, arguments: args, start }) {
      if (callee.type === "MemberExpression" && nameOf(callee) === "t" && nameOf(callee.object) === "l10n") {
        if (!isMessage(args[0])) add(start, "the message of l10n.t is not a literal");
      } else if (["localizable", "localizablePlural"].includes(nameOf(callee))) {
        if (!isMessage(args[0])) add(start, "the template of localizable is not a literal");
      } else if (shows.test(nameOf(callee))) args.forEach(check);
    },
    NewExpression({ callee, arguments: args }) {
      if (shows.test(nameOf(callee))) args.forEach(check);
      // Its message is a word of the service, or `localizable`.
      else if (nameOf(callee) === "HttpError") check(args[2] ?? null);
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found;
};
