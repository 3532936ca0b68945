import { empty, list, op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Invitation } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const collaborators = {
  getCollaborators: list<User>()("GET /repos/:user/:repo/collaborators", { query: paging }),
  getCollaborator: empty()("GET /repos/:user/:repo/collaborators/:collabuser"),
  addCollaborator: op<Invitation | Empty>()("PUT /repos/:user/:repo/collaborators/:collabuser", {
    // 204: the person is one already, or needs no invitation.
    answers: { 200: ["object", "empty"], 201: "object", 204: "empty" },
    proof: { id: "id" },
  }),
  removeCollaborator: empty()("DELETE /repos/:user/:repo/collaborators/:collabuser"),
};
