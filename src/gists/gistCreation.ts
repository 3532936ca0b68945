import type { NewGist } from "./types.ts";
import type { Client } from "../client/client.ts";
import type { Creation } from "../client/lostWrites.ts";
import type { Gist } from "../client/types/gist.ts";
import { fileOf, filesOf } from "./gistFacts.ts";

/** Of so many of the newest gists it is looked for. */
const newest = 30;

/** How a gist is recognized whose creation was not answered. */
export const recognizableGist = (
  accountId: string,
  client: Client,
  gist: NewGist,
): Omit<Creation<Gist>, "send" | "signal"> => {
  const { description = "", public: isPublic, files } = gist;
  const names = Object.keys(files).toSorted();
  return {
    key: ["gist", accountId, description, isPublic, names.map((name) => [name, files[name]])],
    idOf: ({ id }) => id,
    createdAt: (each) => each.created_at,
    look: async (options, mayBe) => {
      const own = await client.call("gists.getAll", { per_page: newest }, options);
      const alike = own.filter(
        (each) =>
          mayBe(each) &&
          each.public === isPublic &&
          (each.description ?? "") === description &&
          filesOf(each)
            .map(({ filename }) => filename)
            .toSorted()
            .join("\0") === names.join("\0"),
      );
      const { onHeaders: _, ...rest } = options;
      const found: Gist[] = [];
      for (const { id } of alike) {
        const whole = await client.call("gists.get", { id }, rest);
        if (names.every((name) => fileOf(whole, name)?.content === files[name])) found.push(whole);
      }
      return found;
    },
  };
};
