import { readFile } from "node:fs/promises";
import { Ajv, type ValidateFunction } from "ajv";
import addFormatsModule from "ajv-formats";
import { fetchPackageFile } from "./packageFile.ts";

type Json = Readonly<Record<string, unknown>>;

/** 29 MB, of which one file of 13 MB is kept. */
const fetchDescription = (): Promise<string> =>
  fetchPackageFile({
    name: "@octokit/openapi",
    version: "23.0.2",
    member: "generated/api.github.com.json",
    folder: "openapi",
  });

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type `null`. */
const toJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (!isObject(value)) return value;
  const { nullable, ...rest } = value;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, entry]) => [key, toJsonSchema(entry)]));
  return nullable === true ? { anyOf: [{ type: "null" }, plain] } : plain;
};

/** Every payload of an event fits the one of `PublicEvent`, so that none fits exactly one, as the description wants. */
const corrected = (document: Json): Json => {
  const { schemas } = document["components"] as { readonly schemas: Record<string, Json> };
  const event = schemas["event"] as { readonly properties: { payload: Json } };
  event.properties.payload = { anyOf: event.properties.payload["oneOf"] };
  return document;
};

const escape = (pointer: string): string =>
  encodeURIComponent(pointer.replaceAll("~", "~0").replaceAll("/", "~1"));

export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Json;
}

/** Holds requests and answers against the published description; each check gives the list of violations. */
export class PublishedDescription {
  readonly #document: Json;
  readonly #ajv: Ajv;
  readonly #compiled = new Map<string, ValidateFunction>();

  private constructor(document: Json) {
    this.#document = document;
    this.#ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
    // The package is CommonJS; its function arrives as the default of the default under ESM.
    const addFormats = addFormatsModule as unknown as { default?: (ajv: Ajv) => void } & ((ajv: Ajv) => void);
    (addFormats.default ?? addFormats)(this.#ajv);
    this.#ajv.addSchema(document as object, "service");
  }

  static async load(): Promise<PublishedDescription> {
    const text = await readFile(await fetchDescription(), "utf8");
    return new PublishedDescription(corrected(toJsonSchema(JSON.parse(text)) as Json));
  }

  /** A value against one of the named schemas. */
  checkSchema(name: string, value: unknown): string[] {
    return this.#violations(`service#/components/schemas/${escape(name)}`, value, name);
  }

  /** `GET /gists/{gist_id}` → its place in the description, or undefined. */
  #operation(method: string, template: string): { value: Json; pointer: string } | undefined {
    const item = (this.#document["paths"] as Json)[template];
    const value = isObject(item) ? item[method.toLowerCase()] : undefined;
    return isObject(value)
      ? { value, pointer: `service#/paths/${escape(template)}/${method.toLowerCase()}` }
      : undefined;
  }

  #deref(value: Json): Json {
    const ref = value["$ref"];
    if (typeof ref !== "string") return value;
    let at: unknown = this.#document;
    for (const part of ref.slice(2).split("/"))
      at = (at as Json)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
    return this.#deref(at as Json);
  }

  #violations(schema: Json | string, value: unknown, where: string): string[] {
    const key = typeof schema === "string" ? schema : JSON.stringify(schema);
    let validate = this.#compiled.get(key);
    if (!validate) {
      validate = this.#ajv.compile(typeof schema === "string" ? { $ref: schema } : { ...schema });
      this.#compiled.set(key, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message ?? ""}`);
  }

  /** The templates with a path as this one; the most literal first. */
  templateOf(method: string, path: string): string | undefined {
    const parts = path.split("/");
    const score = (template: string): number => template.split("/").filter((part) => !part.startsWith("{")).length;
    return Object.keys(this.#document["paths"] as Json)
      .filter((template) => {
        const wanted = template.split("/");
        return (
          wanted.length === parts.length &&
          wanted.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index])) &&
          this.#operation(method, template)
        );
      })
      .toSorted((a, b) => score(b) - score(a))[0];
  }

  /** What is said of an operation for people. */
  textOf(method: string, template: string): string {
    const text = this.#operation(method, template)?.value["description"];
    return typeof text === "string" ? text : "";
  }

  checkRequest(template: string, request: SentRequest): string[] {
    const found = this.#operation(request.method, template);
    if (!found) return [`${request.method} ${template} is not in the description`];
    const [path = "", search = ""] = request.url.split("?");
    const wanted = template.split("/");
    const parts = path.split("/");
    const violations: string[] = [];
    if (wanted.length !== parts.length) violations.push(`${path} has another shape than ${template}`);
    const given = new Map(new URLSearchParams(search));
    const parameters = ((found.value["parameters"] ?? []) as readonly Json[]).map(
      (entry) => this.#deref(entry) as unknown as Parameter,
    );
    for (const parameter of parameters) {
      const index = wanted.indexOf(`{${parameter.name}}`);
      const text = parameter.in === "path" ? decodeURIComponent(parts[index] ?? "") : given.get(parameter.name);
      if (parameter.in === "query") given.delete(parameter.name);
      if (text === undefined || text === "") {
        if (parameter.required && parameter.in !== "header") violations.push(`${parameter.name} is missing`);
        continue;
      }
      const type = this.#deref(parameter.schema ?? {})["type"];
      const value =
        type === "integer" || type === "number" ? Number(text) : type === "boolean" ? text === "true" : text;
      violations.push(...this.#violations(parameter.schema ?? {}, value, parameter.name));
    }
    for (const name of given.keys()) violations.push(`${name} is no query parameter`);
    return [...violations, ...this.#checkBody(found, request.body)];
  }

  #checkBody(found: { value: Json; pointer: string }, body: string): string[] {
    const described = found.value["requestBody"];
    if (!isObject(described)) return body === "" ? [] : ["there is a body where none is described"];
    if (body === "") return described["required"] === true ? ["the body is missing"] : [];
    const content = this.#deref(described)["content"] as Json;
    const schema = this.#deref((content["application/json"] as Json)["schema"] as Json);
    const value: unknown = JSON.parse(body);
    const pointer = `${found.pointer}/requestBody/content/${escape("application/json")}/schema`;
    const properties = (schema["properties"] ?? {}) as Json;
    const unknown =
      isObject(value) && schema["properties"] ? Object.keys(value).filter((key) => !(key in properties)) : [];
    return [...this.#violations(pointer, value, "body"), ...unknown.map((key) => `body/${key} is not described`)];
  }

  /** An answer with this status and parsed body (undefined when it has none). */
  checkAnswer(method: string, template: string, status: number, body: unknown): string[] {
    const found = this.#operation(method, template);
    if (!found) return [`${method} ${template} is not in the description`];
    const responses = found.value["responses"] as Json;
    const response = responses[String(status)];
    if (!isObject(response)) return [`status ${status} is not described for ${method} ${template}`];
    const content = this.#deref(response)["content"] as Json | undefined;
    const media = content?.["application/json"] as Json | undefined;
    if (!media) return body === undefined ? [] : ["there is a body where none is described"];
    if (body === undefined) return ["the body is missing"];
    return this.#violations(this.#absolute(media["schema"] as Json), body, `${method} ${template} ${status}`);
  }

  /** The statuses below 400 that are described, each with what its JSON body may be; empty where there is none. */
  successes(method: string, template: string): Record<number, readonly string[]> {
    const found = this.#operation(method, template);
    const responses = Object.entries((found?.value["responses"] ?? {}) as Json);
    return Object.fromEntries(
      responses
        .filter(([status]) => Number(status) < 400)
        .map(([status, response]) => {
          const content = this.#deref(response as Json)["content"] as Json | undefined;
          const media = content?.["application/json"] as Json | undefined;
          return [status, media ? this.#types(media["schema"] as Json) : []];
        }),
    );
  }

  #types(given: Json): readonly string[] {
    const schema = this.#deref(given);
    const several = schema["oneOf"] ?? schema["anyOf"] ?? schema["allOf"];
    if (Array.isArray(several)) return several.flatMap((each) => this.#types(each as Json));
    const { type } = schema;
    return [typeof type === "string" ? type : "object"];
  }

  /** Local references made to point into the added document. */
  #absolute(schema: Json): Json {
    return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"service#/')) as Json;
  }
}
