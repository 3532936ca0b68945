import { answersOf } from "../../src/client/answers.ts";
import type { Proof, Shape } from "../../src/client/operation.ts";
import { type OperationId, operationIds, operationOf } from "../../src/client/operations/table.ts";
import { type Answer, json } from "./recordingServer.ts";

const samples: Readonly<Record<Proof[string], unknown>> = {
  string: "1",
  text: "",
  id: 1,
  boolean: true,
  object: {},
  list: [],
  present: null,
};

/** An object with these fields; a name such as `commit.sha` is a path, and of `a|b` it has the first. */
export const proven = (proof: Proof = {}): Record<string, unknown> => {
  const record: Record<string, Record<string, unknown>> = {};
  for (const [paths, kind] of Object.entries(proof)) {
    const [name = "", field] = (paths.split("|")[0] ?? "").split(".");
    if (field === undefined) Object.assign(record, { [name]: samples[kind] });
    else (record[name] ??= {})[field] = samples[kind];
  }
  return record;
};

interface Fitting {
  readonly status: number;
  readonly shape: Shape;
  readonly value: unknown;
}

/** The answer of an operation that did what was asked, with the least that it must have. */
export const fittingOf = (id: OperationId): Fitting => {
  const row = operationOf(id);
  const answers = answersOf(row);
  const status = Number(
    Object.keys(answers).find((key) => row.route.startsWith("POST") && key === "201") ?? Object.keys(answers)[0],
  );
  const shapes = answers[status] ?? "empty";
  const shape: Shape = typeof shapes === "string" ? shapes : (shapes[0] ?? "empty");
  const values: Readonly<Record<Shape, unknown>> = {
    object: proven(row.proof),
    list: [],
    empty: {},
    message: { message: "Done" },
    redirect: {},
  };
  return { status, shape, value: values[shape] };
};

const fittingAnswer = (id: OperationId): Answer => {
  const { status, shape, value } = fittingOf(id);
  return json(value, status, shape === "redirect" ? { location: "/archive" } : {});
};

/** Routes of both dialects, the most literal first. */
const routes = operationIds
  .flatMap((id) => {
    const row = operationOf(id);
    return [row.route, row.today?.route ?? row.route].map((route) => {
      const [method = "", template = ""] = route.split(" ");
      const segments = template.split("/").slice(1);
      const pattern = segments.map((segment) =>
        /^:(\w+)$/.test(segment)
          ? row.path?.[segment.slice(1)]?.required === false
            ? "(?:/[^/]+)?"
            : "/[^/]+"
          : `/${segment.replaceAll(/:\w+/g, "[^/]+")}`,
      );
      const literal = segments.filter((segment) => !segment.startsWith(":")).length;
      return { id, method, literal, pattern: new RegExp(`${pattern.join("")}$`) };
    });
  })
  .toSorted((left, right) => right.literal - left.literal);

/** What the operation behind the request answers when it did what was asked; an empty object for what is none. */
export const fitting: Answer = (request, response) => {
  const [path = ""] = request.url.split("?");
  const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
  (route ? fittingAnswer(route.id) : json({}))(request, response);
};
