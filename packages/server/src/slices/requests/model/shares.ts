import type { Clock } from "#kernel/clock.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";

/**
 * How much one process keeps of what it refuses. Keys are cheap, and a viewer of a project has one too: so a code, a
 * key and a project have a share each, and no key can fill the hour of its project (`REFUSED_OF_PROJECT_HOUR`). Ours.
 */
const OF_MINUTE = { code: 5, key: 20, project: 60, process: 600 } as const;
const OF_HOUR = { key: 100 } as const;
/** From an address where its key may not be used. */
const ELSEWHERE_OF_MINUTE = 1;

/** Kept in an hour, by all processes together. */
export const REFUSED_OF_PROJECT_HOUR = 300;
export const REFUSED_OF_SERVICE_HOUR = 1_000;
/** Of it each project has so many, whatever others do. */
export const REFUSED_OF_PROJECT_SURE = 20;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type ShareHolder = { readonly projectId: ProjectId; readonly keyId: ProjectKeyId };

export type Shares = {
  /** Counts a call. False: it is one too many, and counts nowhere. */
  take(call: RefusedCall, of: ShareHolder): boolean;
};

export function createShares(clock: Pick<Clock, "monotonicMs">): Shares {
  const minute = countedWithin(MINUTE_MS, clock);
  const hour = countedWithin(HOUR_MS, clock);
  return {
    take(call, of) {
      const { ofMinute, ofHour } = sharesOf(call, of);
      if (!minute.hasRoom(ofMinute) || !hour.hasRoom(ofHour)) return false;
      minute.count(ofMinute);
      hour.count(ofHour);
      return true;
    },
  };
}

type Share = readonly [name: string, max: number];

function sharesOf({ failure, isElsewhere }: RefusedCall, { projectId, keyId: key }: ShareHolder) {
  const process: Share = ["process", OF_MINUTE.process];
  if (isElsewhere) return { ofMinute: [process, [`${key} elsewhere`, ELSEWHERE_OF_MINUTE] as const], ofHour: [] };
  const ofMinute: readonly Share[] = [
    process,
    [`${key} ${failure.code}`, OF_MINUTE.code],
    [key, OF_MINUTE.key],
    [projectId, OF_MINUTE.project],
  ];
  const ofHour: readonly Share[] = [[key, OF_HOUR.key]];
  return { ofMinute, ofHour };
}

/** Names are forgotten when their time is over; there are no more of them than calls that were counted. */
function countedWithin(windowMs: number, { monotonicMs }: Pick<Clock, "monotonicMs">) {
  let window = -1;
  const counts = new Map<string, number>();
  const current = () => {
    const now = Math.floor(monotonicMs() / windowMs);
    if (now !== window) counts.clear();
    window = now;
    return counts;
  };
  return {
    hasRoom: (shares: readonly Share[]) => shares.every(([name, max]) => (current().get(name) ?? 0) < max),
    count(shares: readonly Share[]) {
      for (const [name] of shares) current().set(name, (current().get(name) ?? 0) + 1);
    },
  };
}
