export { Buffer } from "buffer/";

/** As Node's, as far as the library of assertions asks. */
export const process = { env: {}, platform: "browser", stderr: undefined, emitWarning: () => undefined };

export const setImmediate = (run: () => void): void => void setTimeout(run, 0);
