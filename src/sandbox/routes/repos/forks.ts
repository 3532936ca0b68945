import type { App, CallContext } from "../../call.ts";
import { ApiFailure, json, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { fullRepositoryRecord, repositoryRecord } from "../../records/repositoryRecord.ts";
import { isVisible, repositoryOf, signedIn } from "../../repositories/access.ts";
import { isEmpty } from "../../repositories/refs.ts";
import { failField, repositoryName } from "../../repositories/repositoryInput.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { findRepository, forkRepository, forksOf } from "../../repositories/repositoryStore.ts";
import { findOrganization, type Store } from "../../store.ts";
import { choiceOf } from "./lists.ts";

const ownerOf = (store: Store, login: string, organization: unknown): string => {
  if (organization === undefined || organization === null || organization === "") return login;
  const found = typeof organization === "string" ? findOrganization(store, organization) : undefined;
  if (found === undefined)
    return failField(
      "Fork",
      "organization",
      "invalid",
      `${JSON.stringify(organization)} is the login of no organization.`,
    );
  if (!found.members.some((member) => member.login === login))
    throw new ApiFailure(403, "You need to be a member of this organization to fork to it.");
  return found.login;
};

/** A name that the owner has not yet: as the service, `name-1` and so on. */
const freeName = (store: Store, owner: string, name: string): string => {
  if (findRepository(store, owner, name) === undefined) return name;
  for (let number = 1; ; number += 1) {
    const next = `${name}-${number}`;
    if (findRepository(store, owner, next) === undefined) return next;
  }
};

const fork = async (store: Store, c: CallContext): Promise<StoredRepository> => {
  const { repository, user } = signedIn(store, c);
  const fields = await readFields(c.req.raw);
  const owner = ownerOf(store, user.login, fields["organization"]);
  if (owner === repository.owner) throw new ApiFailure(403, "A repository cannot be forked to where it is.");
  if (isEmpty(store, repository))
    throw new ApiFailure(
      403,
      "The repository exists, but it contains no Git content. Empty repositories cannot be forked.",
    );
  // Who has a fork gets that one.
  const known = forksOf(store, repository).find((one) => one.owner === owner);
  if (known !== undefined) return known;
  const wished = fields["name"] ?? undefined;
  const name = wished === undefined ? freeName(store, owner, repository.name) : repositoryName(wished);
  if (findRepository(store, owner, name) !== undefined)
    return failField("Repository", "name", "custom", "name already exists on this account");
  return forkRepository(store, repository, user, {
    owner,
    name,
    defaultBranchOnly: fields["default_branch_only"] === true,
  });
};

const sorts = ["newest", "oldest", "watchers", "stargazers"] as const;

export const forkRoutes = (app: App, store: Store): void => {
  app.get("/repos/:owner/:repo/forks", (c) => {
    const repository = repositoryOf(store, c);
    const sort = choiceOf(c, "sort", sorts, "newest");
    const forks = forksOf(store, repository).filter((one) => isVisible(store, one, c.env.caller));
    const byAge = (left: StoredRepository, right: StoredRepository): number =>
      Date.parse(left.createdAt) - Date.parse(right.createdAt) || left.id - right.id;
    const oldest = forks.toSorted(byAge);
    const found =
      sort === "oldest"
        ? oldest
        : sort === "newest"
          ? oldest.toReversed()
          : oldest.toSorted((left, right) => right.stars.length - left.stars.length);
    return pageAnswer(c, found, (one) => repositoryRecord(store, one, c.env));
  });

  app.post("/repos/:owner/:repo/forks", async (c) =>
    json(202, fullRepositoryRecord(store, await fork(store, c), c.env)),
  );
};
