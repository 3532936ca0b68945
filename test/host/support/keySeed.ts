import { toolsSeed } from "./repoTools.ts";
import { hoursAgo } from "./seeds.ts";

/** The public key that mia/tools has. */
export const build = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX";
/** Another one. */
export const screen = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH7AevuCWNbE9q5uRtZL9VLX+WCd8saQc5DJqbW2aem/";

/** mia/tools has a deploy key. */
export const keySeed = () => {
  const given = toolsSeed();
  return {
    ...given,
    repositories: (given.repositories ?? []).map((each) =>
      each.name === "tools"
        ? { ...each, deployKeys: [{ title: "Build machine", key: build, createdAt: hoursAgo(48) }] }
        : each,
    ),
  };
};
