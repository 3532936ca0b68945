import { isObject } from "./shape.ts";

const documentationUrl = "https://docs.github.com/rest";

/** Most bytes that a request body may have, unless its route allows more. */
const usualLimit = 60 * 1024 * 1024;

/** One entry of `errors` in a 422 body. */
export interface FieldError {
  readonly resource: string;
  readonly field: string;
  readonly code:
    | "missing"
    | "missing_field"
    | "invalid"
    | "already_exists"
    | "unprocessable"
    | "too_large"
    | "custom";
  readonly message?: string;
  /** What a deployment waits for. */
  readonly contexts?: readonly { readonly context: string; readonly state: string }[];
}

interface FailureFacts {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** Thrown by anything that answers a request; becomes the service's error body. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Where a moved thing is now. */
  readonly url: string | undefined;

  constructor(status: number, message: string, more: FailureFacts = {}) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.url = more.url;
    this.headers = more.headers ?? {};
  }
}

export const notFound = (): ApiFailure => new ApiFailure(404, "Not Found");

export const invalid = (...errors: readonly FieldError[]): ApiFailure =>
  new ApiFailure(422, "Validation Failed", { errors });

export const json = (status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(data), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

export const noContent = (): Response => new Response(null, { status: 204 });

export const failureAnswer = (error: unknown): Response => {
  if (!(error instanceof ApiFailure)) {
    return json(500, { message: "Server Error", documentation_url: documentationUrl, status: "500" });
  }
  const { message, errors, status, headers, url } = error;
  const body = {
    message,
    ...(url !== undefined && { url }),
    ...(errors && { errors }),
    documentation_url: documentationUrl,
    status: String(status),
  };
  return json(status, body, headers);
};

const readText = async (request: Request, bodyLimit: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    // Read to its end all the same: a caller that is still sending would miss the answer.
    if (length <= bodyLimit) chunks.push(part.value);
  }
  if (length > bodyLimit) throw new ApiFailure(413, "Payload too large");
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
};

/** The fields of a JSON body; an empty body has none. */
export const readFields = async (
  request: Request,
  bodyLimit = usualLimit,
): Promise<Readonly<Record<string, unknown>>> => {
  const text = await readText(request, bodyLimit);
  if (text.trim() === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiFailure(400, "Problems parsing JSON");
  }
  if (!isObject(body)) throw new ApiFailure(400, "Body should be a JSON object");
  return body;
};
