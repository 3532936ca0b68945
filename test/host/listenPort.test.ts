import assert from "node:assert/strict";
import { ChoiceError } from "../../src/base/errors.ts";
import { HookListener } from "../../src/hooks/listen/hookListener.ts";
import { answering } from "./support/answers.ts";

describe("Listening at a port", () => {
  it("says in words why a port can't be used, and asks for another one", async () => {
    const failures = ["EADDRINUSE", "EACCES"].map((code) =>
      Object.assign(new Error(`listen ${code}: 127.0.0.1:8080`), { code }),
    );
    const startReceiver = ({ port }: { readonly port: number }) => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve({ port, close: () => Promise.resolve() });
    };
    const listener = new HookListener({ loadReceiver: () => Promise.resolve({ startReceiver }) } as never);
    const ports = ["8080", "8081", "8082"];
    const said: string[] = [];
    await answering({ showInputBox: () => ports.shift(), showInformationMessage: () => undefined }, async () => {
      let start = (): unknown => listener.start(undefined);
      while (listener.url === undefined)
        try {
          await start();
        } catch (error) {
          assert.ok(error instanceof ChoiceError);
          const [choice] = error.choices;
          assert.equal(choice?.title, "Enter Another Port...");
          said.push(error.message);
          start = choice.run;
        }
    });
    assert.deepEqual(said, [
      "Port 8080 can't be used: another program uses it.",
      "Port 8081 can't be used: permission denied.",
    ]);
    assert.equal(listener.url, "http://127.0.0.1:8082/");
    listener.dispose();
  });
});
