import { closeIncidents, recordIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { type CopyLook, type CopyStanding, isLacking } from "./model/channel-copies.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * An incident for each folder whose newest copy has lacked a channel for more than ten minutes, until it lacks none.
 */
export async function reportCopies(deps: Deps, { at, copies }: CopyLook): Promise<void> {
  for (const standing of copies)
    if (isLacking(standing, at))
      await recordIncident(deps, {
        subjectKind: "folder",
        subject: standing.folder,
        kind: "channels_not_backed_up",
        detail: detailOf(standing),
      });
  await closeIncidents(deps, {
    kind: "channels_not_backed_up",
    openedBefore: at,
    except: copies.filter(({ lacks }) => lacks.length > 0).map(({ folder }) => folder),
    reason: "the newest copy has every open channel",
  });
}

function detailOf({ newest, lacks, problem }: CopyStanding): string {
  const copy = newest === undefined ? "there is no copy" : `the newest copy is of ${newest.at.toISOString()}`;
  const reason = problem === undefined ? "the node leaves them out" : problem;
  return `${copy} and lacks ${lacks.length} channels, such as ${lacks[0]}: ${reason}`;
}
