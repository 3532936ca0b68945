import type { Transport } from "../../../src/client/transport.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";

const date = "2026-01-01T00:00:00Z";
const user = { login: "mia", id: 1 };

/** About 20 kB that differ from gist to gist. */
const textOf = (id: string): string => `${id} is here\n`.repeat(600);
const bigSize = 400_000;

/** A service that has every gist and every repository that is asked for, and remembers nothing. */
export class EndlessService {
  readonly baseUrl = "https://endless.invalid";
  requests = 0;
  /** How many of the requests fail, of 1. */
  faults = 0;
  readonly #chance: () => number;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  get transport(): Transport {
    return inProcessTransport(async (request) => {
      this.requests++;
      if (this.#chance() < this.faults) throw new TypeError("no network");
      const answer = await this.#answer(request);
      if (this.#chance() < this.faults) throw new TypeError("the answer was lost");
      return answer;
    });
  }

  #gist(id: string, content = textOf(id)) {
    const big = {
      filename: "big.txt",
      size: bigSize,
      truncated: true,
      content: "",
      raw_url: `${this.baseUrl}/raw/${id}`,
    };
    return {
      id,
      url: `${this.baseUrl}/gists/${id}`,
      html_url: `${this.baseUrl}/g/${id}`,
      public: false,
      description: `Gist ${id}`,
      files: { "a.txt": { filename: "a.txt", size: content.length, truncated: false, content }, "big.txt": big },
      comments: 1,
      created_at: date,
      updated_at: date,
      owner: user,
      history: [{ version: "1".repeat(40), committed_at: date }],
    };
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const json = (value: unknown): Response =>
      Response.json(value, { headers: { etag: `"${pathname}"`, date: new Date(0).toUTCString() } });
    const [, first, id = "", part, more] = pathname.split("/");
    if (pathname === "/user") return Response.json(user, { headers: { "x-oauth-scopes": "gist, repo" } });
    if (first === "raw") return new Response(textOf(id).padEnd(bigSize, "x"));
    if (pathname === "/gists") return json([this.#gist("0".repeat(20))]);
    if (part === "comments")
      return json([{ id: 1, url: "", body: textOf(id), user, created_at: date, updated_at: date }]);
    if (part === "star") return new Response(null, { status: 204 });
    if (request.method === "PATCH") {
      const { files } = (await request.json()) as {
        files: Readonly<Record<string, { readonly content: string }>>;
      };
      return json(this.#gist(id, files["a.txt"]?.content));
    }
    if (first === "gists") return json(this.#gist(id));
    if (more === "contents")
      return json(
        Array.from({ length: 50 }, (_, index) => ({
          type: "file",
          name: `${index}.txt`,
          path: `${pathname}/${index}.txt`,
          size: 1,
          sha: "2".repeat(40),
          download_url: `${this.baseUrl}/raw/x`,
        })),
      );
    return json([]);
  }
}
