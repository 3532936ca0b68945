/** Matches a text that is exactly this, white space at its ends aside. */
export const exactly = (text: string): RegExp =>
  new RegExp(
    String.raw`^\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s`)}\s*$`,
  );

/** What is on screen, with ordinary spaces; VS Code renders many as non-breaking. */
export const plain = (text: string): string => text.replaceAll("\u00A0", " ").trim();
