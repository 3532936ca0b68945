import type { Sandbox } from "../../src/sandbox/createSandbox.ts";
import type { SandboxServer } from "../../src/sandbox/server.ts";
import { decodeBase64, encodeBase64 } from "../../src/base/bytes.ts";
import type { RelayedAnswer, RelayedRequest } from "../support/web/relay.ts";

const post = async (path: string, body: unknown): Promise<Response> => {
  const answer = await fetch(new URL(path, location.origin), { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
};

const sandboxes = new Map<string, Pick<Sandbox, "fetch">>();

const answerTo = async ({ server, id, method, url, headers, body }: RelayedRequest): Promise<void> => {
  const sandbox = sandboxes.get(server);
  if (!sandbox) return;
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === "" ? {} : { body: new Uint8Array(decodeBase64(body)) }),
  });
  const answer = await sandbox.fetch(request);
  const relayed: RelayedAnswer = {
    id,
    status: answer.status,
    headers: [...answer.headers],
    body: encodeBase64(new Uint8Array(await answer.arrayBuffer())),
  };
  await post("/relay/answer", relayed);
};

let isPumping = false;

const pump = async (): Promise<void> => {
  if (isPumping) return;
  isPumping = true;
  try {
    while (sandboxes.size > 0) {
      const requests = (await (await post("/relay/next", {})).json()) as readonly RelayedRequest[];
      for (const request of requests)
        answerTo(request).catch((error: unknown) => console.error("A relayed request failed", error));
    }
  } finally {
    isPumping = false;
  }
};

/** As `serveSandbox` of the sandbox's server: its port is the test run's, which hands on each request. */
export const serveSandbox = async (sandbox: Pick<Sandbox, "fetch">): Promise<SandboxServer> => {
  const { id, url } = (await (await post("/relay/open", {})).json()) as {
    readonly id: string;
    readonly url: string;
  };
  sandboxes.set(id, sandbox);
  pump().catch((error: unknown) => console.error("The relay ended", error));
  return {
    url,
    close: async () => {
      sandboxes.delete(id);
      await post("/relay/close", { id });
    },
  };
};
