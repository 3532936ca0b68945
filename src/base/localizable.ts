/**
 * An English text for people with the values of its placeholders `{0}`, `{1}`, for layers that know nothing of VS Code. The layers above
 * show it in the user's language: `npm run l10n` takes the template of each call of `localizable` for a text to translate.
 */
export interface Localizable {
  readonly template: string;
  readonly values: readonly (string | number)[];
  /** Selects the form of a template that has plural forms. */
  readonly count?: number;
}

/** `template` must be one literal string. */
export const localizable = (template: string, ...values: readonly (string | number)[]): Localizable => ({
  template,
  values,
});

/** `template` must be one literal string with the forms `one` and `other`, as `{count, plural, one {# file} other {# files}}`. */
export const localizablePlural = (
  template: string,
  count: number,
  ...values: readonly (string | number)[]
): Localizable => ({ template, values, count });

/** The text in English. English has two forms, so the client does without `Intl.PluralRules`. */
export const inEnglish = ({ template, values, count }: Localizable): string => {
  const form = count === 1 ? /one \{((?:[^{}]|\{\d\})*)\}/ : /other \{((?:[^{}]|\{\d\})*)\}/;
  const text = count === undefined ? template : (form.exec(template)?.[1] ?? template);
  return text.replace(/#|\{(\d)\}/g, (found, index?: string) =>
    String((index === undefined ? count : values[Number(index)]) ?? found),
  );
};
