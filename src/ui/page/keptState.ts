// Runs in webviews.

/** What VS Code keeps for a page while it is hidden, and over a reload. */
export interface StateApi {
  getState(): unknown;
  setState(state: object): void;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export const keep = (api: StateApi, part: object): void => api.setState({ ...fieldsOf(api.getState()), ...part });

/** Keeps what the panel says that the page is about. */
export const keepPlace = (api: StateApi): void => {
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { type, place } = fieldsOf(data);
    if (type === "place") keep(api, { place });
  });
};
