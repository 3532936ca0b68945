import { credentialHeaders } from "./exchange.ts";

/** A request as it would go; of what is secret only that it is there. */
export interface RequestPreview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const hidden = "[hidden]";

const withoutSecret = (name: string, value: string): string =>
  name === "authorization"
    ? value.replace(/ .*$/s, ` ${hidden}`)
    : credentialHeaders.includes(name)
      ? hidden
      : value;

export const previewOf = ({ method, url, headers, body }: RequestPreview): RequestPreview => ({
  method,
  url,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutSecret(name, value)])),
  ...(body === undefined ? {} : { body }),
});
