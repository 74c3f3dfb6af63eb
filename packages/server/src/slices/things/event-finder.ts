import { type EndpointId, type EventId, findEndpoint, findEvent } from "#events";
import type { Db } from "#platform/database/db.ts";
import type { Finder } from "./port.ts";

/** Events and webhook endpoints of the caller. */
export function eventFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id"],
    async find({ wallet }, clue) {
      if (clue.kind !== "id") return [];
      const [event, endpoint] = await Promise.all([
        findEvent(db, wallet.owner.id, clue.id as EventId),
        findEndpoint(db, wallet.owner.id, clue.id as EndpointId),
      ]);
      const none = { status: undefined, amount: undefined };
      return [
        event === undefined
          ? []
          : ({ ...none, kind: "event", id: event.id, name: event.type, createdAt: event.createdAt } as const),
        endpoint === undefined
          ? []
          : ({
              ...none,
              kind: "endpoint",
              id: endpoint.id,
              status: endpoint.state.kind,
              name: endpoint.url,
              createdAt: endpoint.createdAt,
            } as const),
      ].flat();
    },
  };
}
