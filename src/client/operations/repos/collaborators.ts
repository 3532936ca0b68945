import { empty, list, op } from "../../operation.ts";
import { paging } from "../../params.ts";
import { readsAsMember, writesRepository } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Invitation } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const collaborators = {
  getCollaborators: list<User>()("GET /repos/:user/:repo/collaborators", {
    needs: readsAsMember("metadata"),
    query: paging,
  }),
  getCollaborator: empty()("GET /repos/:user/:repo/collaborators/:collabuser", {
    needs: readsAsMember("metadata"),
  }),
  addCollaborator: op<Invitation | Empty>()("PUT /repos/:user/:repo/collaborators/:collabuser", {
    needs: writesRepository("administration"),
    // 204: the person is one already, or needs no invitation.
    answers: { 200: ["object", "empty"], 201: "object", 204: "empty" },
    proof: proofs.invitation,
  }),
  removeCollaborator: empty()("DELETE /repos/:user/:repo/collaborators/:collabuser", {
    needs: writesRepository("administration"),
  }),
};
