/** Every sign that Markdown, or HTML in it, would take for its own. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>|~&#$!(){}]/g, "\\$&");

/** An address as a link's target: nothing in it can end the link. */
const linkTo = (address: string): string =>
  address.replace(
    /[\s()<>[\]|\\`]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );

const linked = (text: string, address: string | undefined): string =>
  address === undefined ? escapeMarkdown(text) : `[${escapeMarkdown(text)}](${linkTo(address)})`;

export interface Shown {
  readonly sentence: string;
  readonly page: string | undefined;
  readonly repository: string;
  readonly repositoryPage: string | undefined;
  /** For people. */
  readonly when: string;
}

/** One line, to be pasted anywhere. */
export const markdownOf = ({ sentence, page, repository, repositoryPage, when }: Shown): string =>
  [
    linked(sentence, page),
    ...(repository === "" ? [] : [`(${linked(repository, repositoryPage)})`]),
    ...(when === "" ? [] : [`– ${escapeMarkdown(when)}`]),
  ].join(" ");
