/**
 * An English text for people with the values of its placeholders `{0}`, `{1}`, for layers that know nothing of VS Code. The layers above
 * show it in the user's language: `npm run l10n` takes the template of each call of `localizable` for a text to translate.
 */
export interface Localizable {
  readonly template: string;
  readonly values: readonly (string | number)[];
}

/** `template` must be one literal string. */
export const localizable = (template: string, ...values: readonly (string | number)[]): Localizable => ({
  template,
  values,
});

/** The text in English. */
export const inEnglish = ({ template, values }: Localizable): string =>
  template.replace(/\{(\d)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
