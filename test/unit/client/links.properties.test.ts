import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fc } from "../../support/fastCheck.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { parseBaseUrl } from "../../../src/client/baseUrl.ts";
import { parseLinks, resolveLink } from "../../../src/client/links.ts";

const url = fc.webUrl({ withQueryParameters: true });
const relation = fc.constantFrom("next" as const, "prev" as const, "first" as const, "last" as const);
const separator = fc.constantFrom(", ", ",", " , ");
const form = fc.constantFrom(
  (link: string, rel: string) => `<${link}>; rel="${rel}"`,
  (link: string, rel: string) => `<${link}>;rel=${rel}`,
  (link: string, rel: string) => `<${link}>; title="a, <b>; rel=x"; rel="${rel}"`,
  (link: string, rel: string) => `<${link}>; rel="other ${rel}"; type="text/html"`,
  // Names of parameters and relations have no case; a quoted value may have quotes in it, and a parameter no value.
  (link: string, rel: string) => `<${link}>; Rel=${rel.toUpperCase()}`,
  (link: string, rel: string) => `<${link}>; title="a \\"b\\\\"; rel="${rel}"; rel="other"`,
  (link: string, rel: string) => `<${link}>; title="; rel=\\"x\\""; rel="\\${rel}"`,
  (link: string, rel: string) => `<${link}>;; crossorigin; title*=UTF-8'en'a%20b; empty=; rel = "${rel}";`,
);

describe("A Link header", () => {
  it("gives the address of each relation that it was made of", () => {
    const entries = fc.uniqueArray(fc.tuple(url, relation, form), { selector: ([, rel]) => rel });
    fc.assert(
      fc.property(entries, separator, (given, between) => {
        const header = given.map(([link, rel, write]) => write(link, rel)).join(between);
        assert.deepEqual(parseLinks(header), Object.fromEntries(given.map(([link, rel]) => [rel, link])));
      }),
    );
  });

  it("never throws, whatever it is, and a page of it is at the server or refused", () => {
    const part = fc.oneof(
      fc.constantFrom("<", ">", ";", ",", '"', "=", "rel", "next", " ", "//evil.example"),
      url,
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (header) => {
          for (const link of Object.values(parseLinks(header))) {
            try {
              assert.equal(
                new URL(resolveLink(link, "https://forge.example/api")).origin,
                "https://forge.example",
              );
            } catch (error) {
              assert.ok(HttpError.is(error, "redirect"));
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("The address of a server", () => {
  it("is the same when it is read again, or refused with an HttpError", () => {
    fc.assert(
      fc.property(fc.oneof(url, fc.string()), (text) => {
        try {
          const base = parseBaseUrl(text);
          assert.equal(parseBaseUrl(base), base);
          assert.doesNotMatch(base, /\/$/);
        } catch (error) {
          assert.ok(HttpError.is(error, "validation"), String(error));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
