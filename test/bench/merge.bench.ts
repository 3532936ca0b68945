// A three-way merge, as a save makes it when the service has another text than the one that was edited.
import { mergeTexts } from "../../src/base/mergeTexts.ts";
import { alternate, growthOf, row } from "../support/bench/measure.ts";
import { repeatable } from "../unit/sandbox/service.ts";

/** A text and two versions of it with changes here and there, in different lines. */
const textsOf = (count: number): readonly [base: string, mine: string, theirs: string] => {
  const random = repeatable();
  const base = Array.from(
    { length: count },
    (_, line) => `  const value${line % 977} = ${Math.floor(random() * 9)};\n`,
  );
  const changed = (every: number, from: number): string =>
    base.map((line, index) => (index % every === from ? `// ${index}\n${line}` : line)).join("");
  return [base.join(""), changed(400, 100), changed(400, 300)];
};

const merge = async (count: number): Promise<number> => {
  const texts = textsOf(count);
  const times = await alternate(
    {
      merge: async () => {
        if (mergeTexts(...texts) === undefined) throw new Error("The changes are a conflict.");
      },
    },
    { totalMs: 1500 },
  );
  return times.merge;
};

await row("lines", "three-way merge, 100,000 lines", { atMost: 200 }, async () => {
  const small = await merge(10_000);
  const large = await merge(100_000);
  return { unit: "ms", ours: large, growth: growthOf(small, large) };
});
await row("rewritten", "three-way merge, 100,000 lines that are all different", { atMost: 200 }, async () => {
  const lines = (name: string): string =>
    Array.from({ length: 100_000 }, (_, line) => `${name} ${line}\n`).join("");
  const texts = [lines("base"), lines("mine"), lines("theirs")] as const;
  const times = await alternate({ merge: async () => mergeTexts(...texts) }, { totalMs: 1500 });
  return { unit: "ms", ours: times.merge };
});
