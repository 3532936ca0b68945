import MiniSearch, { type Query as MiniQuery } from "minisearch";
import type { Query } from "../../src/gists/search/query.ts";
import type { IndexedGist } from "../../src/gists/search/types.ts";
import { wordsOf } from "../../src/gists/search/wordsOf.ts";
import { tagsOf } from "../../src/gists/words.ts";

const boost = { name: 8, tags: 5, description: 4, comment: 2, content: 1, language: 0.5, owner: 0.5 };
const shortFields = ["name", "tags", "description"];

const queryOf = (term: string, fuzzy: boolean): MiniQuery => {
  const isShort = /^[\x20-\x7e]{1,2}$/.test(term);
  if (isShort && term.length === 1) return { queries: [term] };
  if (isShort)
    return { combineWith: "OR", queries: [term, { queries: [term], prefix: true, fields: shortFields }] };
  return { queries: [term], prefix: true, fuzzy: fuzzy && term.length > 3 ? (term.length > 7 ? 2 : 1) : false };
};

/** What MiniSearch finds with the same fields and boosts: the measure of the ranking. Without filters and phrases. */
export class MiniSearchIndex {
  readonly #index = new MiniSearch<Record<string, string>>({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    // A word of a query is looked for as it is.
    searchOptions: { tokenize: (term) => [term] },
    processTerm: (term) => term,
    autoVacuum: false,
  });

  constructor(gists: Iterable<IndexedGist>) {
    for (const gist of gists) {
      const ofGist = {
        tags: tagsOf(gist.description).join(" "),
        description: gist.description,
        owner: gist.owner,
      };
      const none = { name: "", tags: "", description: "", comment: "", content: "", language: "", owner: "" };
      for (const { name, language, text = "" } of gist.files)
        this.#index.add({ ...none, id: `${gist.id}/${name}`, ...ofGist, name, language, content: text });
      for (const { id, author, text } of gist.comments)
        this.#index.add({ ...none, id: `${gist.id}/comment ${id}`, comment: text, owner: author });
    }
  }

  search({ words }: Query): readonly { readonly id: string; readonly score: number; readonly words: string }[] {
    const find = (fuzzy: boolean) =>
      this.#index.search({ combineWith: "AND", queries: words.map((term) => queryOf(term, fuzzy)) }, { boost });
    const exact = find(false);
    const found = exact.length > 0 ? exact : find(true);
    return found.map(({ id, score, terms }) => ({
      id: String(id),
      score,
      words: terms.toSorted().join(" "),
    }));
  }
}
