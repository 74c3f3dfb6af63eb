import type { Finder } from "#things";
import { type FindRequestDeps, readRequest } from "./find-request.ts";

/** Requests of the caller's project, by their names. */
export function requestFinder(deps: FindRequestDeps): Finder {
  return {
    by: ["request"],
    async find({ wallet, actor }, clue) {
      if (actor.kind !== "project" || clue.kind !== "request") return [];
      const request = await readRequest(deps, { wallet, requestId: clue.id, limit: 1 });
      if (request === undefined) return [];
      const {
        requestId,
        refused: [refused],
        made: [made],
      } = request;
      return [
        {
          kind: "request",
          id: requestId,
          status: refused?.code,
          amount: undefined,
          name: undefined,
          createdAt: refused?.at ?? made?.createdAt,
        },
      ];
    },
  };
}
