import type { EventId } from "#events";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { listProjects } from "#projects";
import { findUntold, insertTold } from "./store.ts";

export type TellDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * Tells every project which hours are in question after a restore: one event, once for each opening, from whichever
 * process comes first. Its own statement, because a restore is opened in the first moment of a connection.
 */
export async function tellProjects({ db, clock, random, log }: TellDeps): Promise<void> {
  const restore = await findUntold(db);
  if (restore === undefined) return;
  const projects = await listProjects(db);
  const events = projects.map(({ id }) => ({ id: newId<EventId>(random), owner: id }));
  if (await insertTold(db, { restore, events, now: clock.now() }))
    log.warn({ restore: restore.id, projects: projects.length }, "restore.announced");
}
