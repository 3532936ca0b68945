import type * as vscode from "vscode";
import { type Disposable, DisposableStore, disposeOnError } from "../base/disposable.ts";
import { CancelledError, isCancelled } from "../base/errors.ts";
import type { CommentRegistry } from "../comments/feature.ts";
import { type LogCommandId, logCommands } from "../ids.ts";
import type { Shell } from "../shell/shell.ts";
import { Log } from "../ui/log.ts";
import type { ActivityFeature } from "../activity/feature.ts";
import type { Core } from "./core.ts";
import type { LinksFeature } from "../gists/links/feature.ts";
import type { SearchFeature } from "../gists/search/feature.ts";
import type { Gists } from "./gists.ts";
import type { start as startRepos } from "./repos.ts";
import type { start as startService } from "./service.ts";
import type { Platform } from "./platform.ts";
import { signOutDeps } from "./signOut.ts";
import { watchStartConditions } from "./startConditions.ts";
import { StartError, type StartFailures } from "./startFailures.ts";
import { type FeatureId, featureIds } from "./featureTable.ts";

/** The features once they are started. */
export interface Started {
  readonly core: Core;
  readonly comments: CommentRegistry;
  readonly gists: Gists;
  readonly links: LinksFeature;
  readonly search: SearchFeature;
  readonly repos: ReturnType<typeof startRepos>;
  readonly service: ReturnType<typeof startService>;
  readonly activity: ActivityFeature;
}

/** Answers a feature that was started before. */
type Get = <K extends FeatureId>(id: K) => Started[K];

interface Starter<T> {
  /** Features that are started before it. */
  readonly needs: readonly FeatureId[];
  /** Loads its code; what that opens belongs into the store. What it answers starts the feature, at once. */
  readonly load: (opened: DisposableStore) => Promise<(get: Get) => T>;
}

/**
 * Starts each feature once, with its first use. A start that fails leaves nothing behind, and the next use tries again.
 */
export class Features implements Disposable {
  readonly #failures: StartFailures;
  readonly #store = new DisposableStore();
  readonly #log = this.#store.add(new Log());
  readonly #started = new Map<FeatureId, Disposable>();
  readonly #starting = new Map<FeatureId, Promise<void>>();
  readonly #starters: { readonly [K in FeatureId]: Starter<Started[K]> };

  constructor(context: vscode.ExtensionContext, shell: Shell, platform: Platform, failures: StartFailures) {
    this.#failures = failures;
    // Also where no feature can be started: it has the reason.
    this.#store.add(
      shell.commands({ [logCommands.show]: () => this.#log.show() } satisfies Record<LogCommandId, () => void>),
    );
    this.#starters = {
      core: {
        needs: [],
        load: async (opened) => {
          const { openCore } = await import("./core.ts");
          const start = await openCore(context, shell, platform, this.#log, opened);
          return () => this.#withSignOut(start());
        },
      },
      comments: {
        needs: ["core"],
        load: async () => {
          const { start } = await import("./comments.ts");
          return (get) => start(get("core"));
        },
      },
      gists: {
        needs: ["core", "comments"],
        load: async () => {
          const { start } = await import("./gists.ts");
          return (get) => start(get("core"), get("comments"));
        },
      },
      links: {
        needs: ["gists"],
        load: async () => {
          const { start } = await import("./links.ts");
          return (get) => start(get("core"), get("gists"));
        },
      },
      search: {
        needs: ["gists"],
        load: async () => {
          const { start } = await import("./search.ts");
          return (get) => start(get("core"), get("gists"));
        },
      },
      repos: {
        needs: ["core", "comments"],
        load: async () => {
          const { start } = await import("./repos.ts");
          return (get) => start(get("core"), get("comments"));
        },
      },
      service: {
        needs: ["core"],
        load: async () => {
          const { start } = await import("./service.ts");
          return (get) => start(get("core"));
        },
      },
      activity: {
        needs: ["core"],
        load: async () => {
          const { start } = await import("./activity.ts");
          return (get) =>
            start(get("core"), {
              repos: async () => (await this.start("repos")).port,
              openGist: async (accountId, gistId) => (await this.start("gists")).open(accountId, gistId),
            });
        },
      },
    };
  }

  get started(): readonly FeatureId[] {
    return [...this.#started.keys()];
  }

  /** Rejects with a StartError of the feature that failed, which may be one that this one needs. */
  async start<K extends FeatureId>(id: K): Promise<Started[K]> {
    const starting = this.#starting.get(id) ?? this.#start(id);
    this.#starting.set(id, starting);
    await starting;
    return this.#get(id);
  }

  /** Starts all features. Answers the reasons of those that could not be started. */
  async startAll(): Promise<ReadonlyMap<FeatureId, StartError>> {
    const failures = new Map<FeatureId, StartError>();
    for (const id of featureIds)
      await this.start(id).catch((error: unknown) => {
        if (!(error instanceof StartError)) throw error;
        failures.set(id, error);
      });
    return failures;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #get<K extends FeatureId>(id: K): Started[K] {
    const started = this.#started.get(id);
    if (!started) throw new Error(`The feature ${id} was not started.`);
    return started as Started[K];
  }

  async #start(id: FeatureId): Promise<void> {
    const { needs, load } = this.#starters[id];
    const opened = new DisposableStore();
    try {
      for (const each of needs) await this.start(each);
      const begin = await load(opened);
      if (this.#store.isDisposed) throw new CancelledError("The extension has ended.");
      const started = disposeOnError(() => begin((each) => this.#get(each)));
      this.#store.add(opened);
      this.#started.set(id, this.#store.add(started));
    } catch (error) {
      opened.dispose();
      this.#starting.delete(id);
      if (error instanceof StartError || isCancelled(error)) throw error;
      this.#log.error(`start of ${id}`, error);
      throw new StartError(id, error);
    }
  }

  #withSignOut(core: Core): Core {
    core.signedIn.registerCommands(signOutDeps(core, this));
    const failures = this.#failures;
    const isStarted = (id: FeatureId): boolean => this.#started.has(id);
    this.#store.add(watchStartConditions(core, { start: (id) => this.start(id), isStarted, failures }));
    return core;
  }
}
