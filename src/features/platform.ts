import type { Transport } from "../client/transport.ts";
import type { LoadReceiver } from "../hooks/listen/hookListener.ts";
import type { LoadKeyFiles } from "../keys/keySources.ts";
import type { LoadArchiver } from "../repos/downloads/commands.ts";
import type { OriginStorage } from "../ui/callOrigin.ts";

/** What depends on where the extension runs. What is undefined cannot be done there. */
export interface Platform {
  readonly transport: Transport;
  readonly originStorage: OriginStorage;
  /** Variables by their names; undefined in a browser. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined;
  /** Writes and unpacks what is downloaded. */
  readonly loadArchiver: LoadArchiver | undefined;
  /** Writes private keys that only their owner can read. */
  readonly loadKeyFiles: LoadKeyFiles | undefined;
  /** Receives deliveries of hooks. */
  readonly loadReceiver: LoadReceiver | undefined;
}

/** A file of its own: what a platform needs is loaded with the first feature. */
export type LoadPlatform = () => Promise<{ readonly platform: () => Platform }>;
