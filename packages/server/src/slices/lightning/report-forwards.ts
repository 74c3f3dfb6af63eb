import { closeIncidents, keepIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { BOOKS_FORWARDS } from "./model/explain-difference.ts";
import type { NodeOperations } from "./port.ts";
import { findForwardsPlace } from "./store/node-money.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/** Why such an incident was closed. */
export const FORWARDS_BOOKED = "what forwarding earned is booked";
/** Of the one incident about it. */
const SUBJECT = "forwards";

/**
 * An incident while the node has earned something by forwarding that is not booked, until it is. At most a page of the
 * node's list is read.
 * @throws {NodeUnavailable}
 */
export async function reportForwards(deps: Deps, operations: Pick<NodeOperations, "forwards">): Promise<void> {
  const since = deps.clock.now();
  const place = await findForwardsPlace(deps.db);
  if (place === undefined) return;
  const page = await operations.forwards(place.cursor, place.since);
  if (page === undefined) return;
  if (page.earned === 0n) {
    const over = { kind: "forwards_unbooked", openedBefore: since, except: [], reason: FORWARDS_BOOKED } as const;
    await closeIncidents(deps, over);
    return;
  }
  const detail =
    `the node earned ${page.earned} msats or more by ${page.count} forwards, and the books do not have them: ` +
    `\`leyden ${BOOKS_FORWARDS}\` books them`;
  await keepIncident(
    deps,
    { subjectKind: "node", subject: SUBJECT, kind: "forwards_unbooked", detail },
    { over: FORWARDS_BOOKED },
  );
}
