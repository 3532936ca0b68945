import http from "node:http";
import https from "node:https";

/**
 * Notes the addresses that the extension asks from now on. VS Code gives each extension modules `http` and `https` of
 * its own, and the tests lie in the extension's folder; so nothing of other extensions is heard.
 */
export const listenToRequests = (): readonly string[] => {
  const heard: string[] = [];
  const listen = (place: object, name: string, isOurs = (): boolean => true): void => {
    const send = Reflect.get(place, name) as (...given: readonly unknown[]) => unknown;
    const value = (...given: readonly unknown[]): unknown => {
      if (isOurs()) heard.push(String(given[0]));
      return Reflect.apply(send, place, given);
    };
    Object.defineProperty(place, name, { value, configurable: true, writable: true });
  };
  for (const place of [http, https]) for (const name of ["request", "get"]) listen(place, name);
  // There is one fetch for all extensions.
  listen(globalThis, "fetch", () => /dist[\\/][\w-]+\.js/.test(new Error("who asks?").stack ?? ""));
  return heard;
};
