/** The same numbers in each run: mulberry32. */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
export const alphabets = {
  digits,
  hex: "0123456789abcdef",
  lower: lower + digits,
  upper: lower.toUpperCase() + digits,
  base32: `${lower.toUpperCase()}234567`,
  letters: lower + lower.toUpperCase(),
  alnum: lower + lower.toUpperCase() + digits,
  base64: `${lower + lower.toUpperCase() + digits}+/`,
  base64url: `${lower + lower.toUpperCase() + digits}_-`,
  password: `${lower + lower.toUpperCase() + digits}!@%^*_+-`,
} as const;

export class Maker {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seeded(seed);
  }
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick.");
    return item;
  }
  /** Begins and ends with a letter or a digit, and never has the same character thrice. */
  text(length: number, alphabet: keyof typeof alphabets): string {
    const inner = alphabets[alphabet].split("");
    const edge = inner.filter((character) => /[A-Za-z\d]/.test(character));
    for (;;) {
      const made = Array.from({ length }, (_, at) => this.pick(at === 0 || at === length - 1 ? edge : inner)).join(
        "",
      );
      if (!/(.)\1\1/.test(made)) return made;
    }
  }
  uuid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.text(length, "hex")).join("-");
  }
  /** base64 in lines of `width`. */
  block(lines: number, width: number, newline: string): string {
    return [
      ...Array.from({ length: lines }, () => this.text(width, "base64")),
      `${this.text(width - 10, "base64")}==`,
    ].join(newline);
  }
}

export const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");
