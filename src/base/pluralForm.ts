const whole = /^\{count, plural, (.*)\}$/s;
const form = /(=\d+|\w+) \{((?:[^{}]|\{\d+\})*)\}/g;

/**
 * The forms of a counted text, such as `{count, plural, one {# file} other {# files}}`; undefined if it isn't one. A form is
 * for a category of `Intl.PluralRules`, or with `=1` for that number.
 */
export const pluralForms = (message: string): ReadonlyMap<string, string> | undefined => {
  const inside = whole.exec(message)?.[1];
  if (inside === undefined || inside.replace(form, "").trim() !== "") return undefined;
  const forms = new Map<string, string>();
  for (const [, category = "", text = ""] of inside.matchAll(form)) forms.set(category, text);
  return forms.has("other") ? forms : undefined;
};

const rules = new Map<string, Intl.PluralRules>();

const categoryOf = (count: number, language: string): string => {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
};

/** The form of `message` for `count` in `language`, with `#` as `shown` and `{0}` as the first of `args`. */
export const pluralForm = (
  message: string,
  language: string,
  { count, shown, args }: { readonly count: number; readonly shown: string; readonly args: readonly unknown[] },
): string => {
  const forms = pluralForms(message);
  const text =
    forms?.get(`=${count}`) ?? forms?.get(categoryOf(count, language)) ?? forms?.get("other") ?? message;
  return text.replace(/#|\{(\d+)\}/g, (found, index?: string) =>
    index === undefined ? shown : index in args ? String(args[Number(index)]) : found,
  );
};
