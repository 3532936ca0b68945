import { requireUser } from "../../auth.ts";
import type { App, CallContext } from "../../call.ts";
import { notFound } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { repositoryRecord } from "../../records/repositoryRecord.ts";
import { isVisible } from "../../repositories/access.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { fullName } from "../../repositories/repositoryStore.ts";
import { findOrganization, findUser, type Store } from "../../store.ts";

const sortKeys = ["created", "updated", "pushed", "full_name"] as const;
type SortKey = (typeof sortKeys)[number];

/** A query parameter with a fixed set of values; 422 for another one. */
export const choiceOf = <T extends string>(
  c: CallContext,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T => {
  const value = c.req.query(name);
  if (value === undefined || value === "") return fallback;
  return (
    allowed.find((one) => one === value) ??
    failField("Repository", name, "invalid", `${name} is one of ${allowed.join(", ")}`)
  );
};

const keyOf = (repository: StoredRepository, sort: SortKey): string => {
  switch (sort) {
    case "created":
      return repository.createdAt;
    case "updated":
      return repository.updatedAt;
    case "pushed":
      return repository.pushedAt ?? repository.createdAt;
    case "full_name":
      return fullName(repository).toLowerCase();
  }
};

const sorted = (c: CallContext, found: readonly StoredRepository[], fallback: SortKey): StoredRepository[] => {
  const sort = choiceOf(c, "sort", sortKeys, fallback);
  const direction = choiceOf(c, "direction", ["asc", "desc"], sort === "full_name" ? "asc" : "desc");
  const factor = direction === "asc" ? 1 : -1;
  const keyed = found.map((repository) => ({ repository, key: keyOf(repository, sort) }));
  keyed.sort((left, right) => {
    if (left.key === right.key) return factor * (left.repository.id - right.repository.id);
    return left.key < right.key ? -factor : factor;
  });
  return keyed.map(({ repository }) => repository);
};

/** How a user has to do with a repository. */
const affiliationOf = (store: Store, repository: StoredRepository, login: string): string | null => {
  if (repository.owner === login) return "owner";
  if (repository.collaborators.some((collaborator) => collaborator.login === login)) return "collaborator";
  const organization = findOrganization(store, repository.owner);
  return organization?.members.some((member) => member.login === login) === true ? "organization_member" : null;
};

const byType = {
  all: () => true,
  owner: (_: StoredRepository, affiliation: string) => affiliation === "owner",
  public: ({ private: hidden }: StoredRepository) => !hidden,
  private: ({ private: hidden }: StoredRepository) => hidden,
  member: (_: StoredRepository, affiliation: string) => affiliation !== "owner",
} as const;

const wantedOf = (c: CallContext): ((repository: StoredRepository, affiliation: string) => boolean) => {
  const visibility = choiceOf(c, "visibility", ["all", "public", "private"], "all");
  const affiliations = (c.req.query("affiliation") ?? "").split(",").filter((text) => text !== "");
  const hasNew = c.req.query("visibility") !== undefined || affiliations.length > 0;
  if (hasNew && c.req.query("type") !== undefined)
    failField(
      "Repository",
      "type",
      "invalid",
      "If you specify visibility or affiliation, you cannot specify type.",
    );
  const type = choiceOf(c, "type", ["all", "owner", "public", "private", "member"], "all");
  return (repository, affiliation) =>
    byType[type](repository, affiliation) &&
    byType[visibility](repository) &&
    (affiliations.length === 0 || affiliations.includes(affiliation));
};

/** Lists of repositories by whose they are. */
export const repositoryListRoutes = (app: App, store: Store): void => {
  const answer = (c: CallContext, found: readonly StoredRepository[]): Response =>
    pageAnswer(c, found, (repository) => repositoryRecord(store, repository, c.env));

  app.get("/user/repos", (c) => {
    const { login } = requireUser(c.env.caller);
    const wanted = wantedOf(c);
    const found = store.state.repositories.filter((repository) => {
      const affiliation = affiliationOf(store, repository, login);
      return affiliation !== null && wanted(repository, affiliation) && isVisible(store, repository, c.env.caller);
    });
    return answer(c, sorted(c, found, "full_name"));
  });

  app.get("/users/:login/repos", (c) => {
    const login = (findUser(store, c.req.param("login")) ?? findOrganization(store, c.req.param("login")))?.login;
    if (login === undefined) throw notFound();
    const type = choiceOf(c, "type", ["all", "owner", "member"], "owner");
    const found = store.state.repositories.filter((repository) => {
      if (repository.private) return false;
      const affiliation = affiliationOf(store, repository, login);
      return affiliation !== null && byType[type](repository, affiliation);
    });
    return answer(c, sorted(c, found, "full_name"));
  });

  app.get("/orgs/:org/repos", (c) => {
    const organization = findOrganization(store, c.req.param("org"));
    if (organization === undefined) throw notFound();
    const types = ["all", "public", "private", "forks", "sources", "member"] as const;
    const type = choiceOf(c, "type", types, "all");
    const { caller } = c.env;
    const fits = (repository: StoredRepository): boolean => {
      if (type === "public" || type === "private") return repository.private === (type === "private");
      if (type === "forks" || type === "sources") return (repository.forkOf !== null) === (type === "forks");
      const isMine = caller.kind !== "anonymous" && affiliationOf(store, repository, caller.user.login) !== null;
      return type === "all" || isMine;
    };
    const found = store.state.repositories.filter(
      (repository) =>
        repository.owner === organization.login && isVisible(store, repository, caller) && fits(repository),
    );
    return answer(c, sorted(c, found, "created"));
  });
};
