import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { secretIdOf } from "./model/client-secret.ts";
import { touchSecret } from "./store/secrets.ts";

export type RecordUseDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly scheduler: Pick<Scheduler, "spawn">;
};

/** The time of a use is written at most so often. As of a project's keys. */
const PRECISION_MS = 60_000;

/** Writes when a valid client secret was used; the request does not wait for it. */
export function secretUseRecorder({ db, clock, scheduler }: RecordUseDeps): (hash: Uint8Array) => void {
  const seen = new Set<string>();
  let sinceMs = 0;
  return (hash) => {
    const nowMs = clock.now().getTime();
    if (nowMs - sinceMs > PRECISION_MS) {
      seen.clear();
      sinceMs = nowMs;
    }
    const id = secretIdOf(hash);
    if (seen.has(id)) return;
    seen.add(id);
    const before = new Date(nowMs - PRECISION_MS);
    scheduler.spawn("oauth.touch_secret", () => touchSecret(db, hash, new Date(nowMs), before));
  };
}
