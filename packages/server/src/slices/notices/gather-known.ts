import { listTroubledEndpoints } from "#events";
import { listPauses } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { listEndingKeys, listNames, type ReachableProject } from "#projects";
import { KEY_WEEK_MS, type Known } from "./model/known.ts";
import type { NoticeSettings, Sight } from "./port.ts";

/** An endpoint that has taken nothing for so long fails. */
const FAILING_MS = 3_600_000;
/** Of all projects; the longest ones first. */
const ENDPOINTS_MAX = 500;

type GatherDeps = {
  readonly db: Db;
  readonly settings: NoticeSettings;
  readonly sight: Sight;
  /** Since when this process looks. */
  readonly watchedSince: Date;
};

/** All that somebody may be told of, at `now`: three queries, and a fourth one when an endpoint is in trouble. */
export async function gatherKnown(
  { db, settings, sight, watchedSince }: GatherDeps,
  projects: readonly ReachableProject[],
  now: Date,
): Promise<Known> {
  const pauses = await listPauses(db);
  const before = new Date(now.getTime() - FAILING_MS);
  const endpoints = await listTroubledEndpoints(db, { before, limit: ENDPOINTS_MAX });
  const owners = [...new Set(endpoints.map(({ ownerId }) => ownerId))];
  const backups = sight.backups();
  const keys = await listEndingKeys(db, { now, until: new Date(now.getTime() + KEY_WEEK_MS) });
  return {
    now,
    pauses,
    lightning: { limit: settings.lowLightning, sendable: sight.sendable() },
    backups: backups && { ...backups, watchedSince },
    endpoints,
    names: owners.length === 0 ? new Map() : await listNames(db, owners),
    projects,
    keys,
  };
}
