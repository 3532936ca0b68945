// npm run sandbox: the embedded service over HTTP, for trying things by hand.
import { messageOf, UserError } from "../../../src/base/errors.ts";
import { runSandboxCommand, sandboxUsage } from "../sandboxCommand.ts";

const args = process.argv.slice(2);

if (args.includes("--help")) {
  console.log(sandboxUsage);
} else {
  try {
    const running = await runSandboxCommand(args, (line) => console.log(line));
    const end = (): void => {
      // A second signal ends it at once, as usual.
      process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
      void running.stop();
    };
    process.once("SIGINT", end).once("SIGTERM", end);
  } catch (error) {
    console.error(error instanceof UserError ? messageOf(error) : error);
    process.exitCode = 1;
  }
}
