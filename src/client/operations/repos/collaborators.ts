import { op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Invitation } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const collaborators = {
  getCollaborators: op<User[]>()("GET /repos/:user/:repo/collaborators", { query: paging }),
  getCollaborator: op<Empty>()("GET /repos/:user/:repo/collaborators/:collabuser"),
  addCollaborator: op<Invitation | Empty>()("PUT /repos/:user/:repo/collaborators/:collabuser"),
  removeCollaborator: op<Empty>()("DELETE /repos/:user/:repo/collaborators/:collabuser"),
};
