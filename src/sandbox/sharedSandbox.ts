import { Emitter } from "../base/event.ts";
import { KeyedQueue } from "../base/keyedQueue.ts";
import type { StorageFolder } from "../base/storageFolder.ts";
import type { Sandbox } from "./createSandbox.ts";
import type { Deliver } from "./webhooks/hookPost.ts";

export interface SharedSandboxOptions {
  /** Where the state is stored; all windows share it. */
  readonly folder: StorageFolder;
  /** Makes the sandbox of a stored state, or a new one. Throws for a state that it does not understand. */
  readonly open: (state: unknown, deliver: Deliver) => Sandbox;
  readonly deliver: Deliver;
  /** The state of a version before, which had one file for it. */
  readonly formerState: () => Promise<unknown>;
  /** A state that cannot be read or stored. */
  readonly onProblem: (error: unknown) => void;
}

const namePattern = /^state-(\d{1,15})\.json$/;
const generationOf = (name: string): number => Number(namePattern.exec(name)?.[1] ?? Number.NaN);
const nameOf = (generation: number): string => `state-${generation}.json`;
/**
 * So many former generations stay as empty files: a window that answers slowly must not take the number of one that
 * others have used and replaced since.
 */
const keptNumbers = 100;

/** A sandbox in memory, which is replaced when another window has changed the stored state. */
interface Instance {
  readonly sandbox: Sandbox;
  isChanged: boolean;
  /** Its last change was not stored, because another window was faster. */
  isDiscarded: boolean;
}

/**
 * One sandbox for all windows. Each change is a new file with the whole state, numbered by generation; of several windows
 * that create the next generation one succeeds, and the other ones read it and answer their request again.
 */
export class SharedSandbox {
  readonly #options: SharedSandboxOptions;
  readonly #queue = new KeyedQueue();
  readonly #stored = new Emitter<void>();
  /** The state was stored. */
  readonly onDidStore = this.#stored.event;
  #instance: Instance | undefined;
  /** Of the stored state that the instance was made of; 0 for a new one. */
  #generation = 0;

  constructor(options: SharedSandboxOptions) {
    this.#options = options;
  }

  /** Answers when what the request changed is stored. */
  fetch(request: Request): Promise<Response> {
    return this.#inTurn(async () => {
      for (;;) {
        const instance = await this.#current();
        const answer = await instance.sandbox.fetch(request.clone() as Request);
        if (await this.#store(instance)) return answer;
      }
    });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run("", task);
  }

  /** The newest state, as this or another window stored it. */
  async #current(): Promise<Instance> {
    const { onProblem } = this.#options;
    for (;;) {
      // What is in memory goes on while the folder cannot be read.
      const newest = await this.#newest().catch((error: unknown) => {
        if (!this.#instance) throw error;
        onProblem(error);
        return this.#generation;
      });
      if (this.#instance && newest <= this.#generation) return this.#instance;
      this.#instance = newest === 0 ? await this.#openFormer() : await this.#read(newest);
      this.#generation = newest;
      if (this.#instance) return this.#instance;
    }
  }

  /** Undefined when another window has replaced the state, or when it was put aside. */
  async #read(generation: number): Promise<Instance | undefined> {
    const { folder, onProblem } = this.#options;
    const text = await folder.read(nameOf(generation));
    if (text === undefined) return undefined;
    // Replaced; where what replaced it was put aside, there is none.
    if (text === "") return (await this.#newest()) > generation ? undefined : this.#openFormer();
    try {
      return this.#open(JSON.parse(text));
    } catch (error) {
      // It is not overwritten.
      onProblem(error);
      await folder.rename(nameOf(generation), `${nameOf(generation)}.unreadable`);
      return undefined;
    }
  }

  async #newest(): Promise<number> {
    const generations = (await this.#options.folder.list())
      .map(generationOf)
      .filter((each) => !Number.isNaN(each));
    return Math.max(0, ...generations);
  }

  async #openFormer(): Promise<Instance> {
    try {
      return this.#open(await this.#options.formerState());
    } catch (error) {
      this.#options.onProblem(error);
      return this.#open(undefined);
    }
  }

  #open(state: unknown): Instance {
    const deliver: Deliver = async (delivery) => {
      // After the request, when it is known whether what happened is stored.
      await this.#inTurn(async () => undefined);
      if (instance.isDiscarded) throw new Error("The request is answered again.");
      return this.#options.deliver(delivery);
    };
    const instance: Instance = {
      sandbox: this.#options.open(state, deliver),
      // Its ids are random: stored with the first answer, they are the same in each window and after a reload.
      isChanged: state === undefined,
      isDiscarded: false,
    };
    instance.sandbox.onDidChange(() => {
      if (instance.isChanged) return;
      instance.isChanged = true;
      // What changes between two requests, such as the answer to a delivery.
      this.#inTurn(() => this.#store(instance)).catch(this.#options.onProblem);
    });
    return instance;
  }

  /** Whether the state is stored, or there was nothing to store. */
  async #store(instance: Instance): Promise<boolean> {
    if (!instance.isChanged || instance !== this.#instance) return true;
    const { folder, onProblem } = this.#options;
    instance.isChanged = false;
    try {
      const next = this.#generation + 1;
      if (!(await folder.create(nameOf(next), JSON.stringify(instance.sandbox.state())))) {
        instance.isDiscarded = true;
        this.#instance = undefined;
        return false;
      }
      this.#generation = next;
      this.#stored.fire();
      if (next > 1) await folder.write(nameOf(next - 1), "");
      for (const name of await folder.list())
        if (generationOf(name) < next - keptNumbers) await folder.remove(name);
    } catch (error) {
      // The next change is stored with this one.
      onProblem(error);
    }
    return true;
  }
}
