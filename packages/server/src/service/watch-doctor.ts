import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import type { Metrics } from "#platform/metrics.ts";
import { within } from "#platform/outbound/within.ts";
import { aborted } from "./watch-certificates.ts";
import type { Worker } from "./worker.ts";

/** How bad it is, as `leyden doctor` says it. */
const RANKS = { ok: 0, warning: 1, wrong: 2 } as const;

/** What the doctor says about one thing, in one to three words of ours: they become a label, and hold no secret. */
export type Verdict = { readonly about: string; readonly verdict: keyof typeof RANKS };

/** Looks at everything around the service, and changes nothing. Undefined: the service is starting or stopping. */
export type Examine = () => Promise<readonly Verdict[] | undefined>;

type WatchDeps = {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

/** It asks the node, the mail server and the base URL: not more often than this. */
const LOOK_EVERY_MS = 3_600_000;
/** A start needs the processor for itself, and what it has not reached yet would look wrong. */
const FIRST_LOOK_MS = 30_000;
const TICK_MS = 5_000;
/** Each question of it has a limit, and all together take less than a minute. */
const LOOK_MAX_MS = 120_000;

/** Has the doctor look once an hour, and measures what it says. A look that fails is wrong itself. */
export function watchDoctor({ metrics, clock, scheduler, log }: WatchDeps, examine: Examine): Worker {
  let ranks: ReadonlyMap<string, number> = new Map();
  metrics.gaugeBy(
    {
      name: "leyden_doctor_verdict",
      help: "What `leyden doctor` said at the look of the hour, by what it is about: 0 ok, 1 warning, 2 wrong; `doctor`: the look failed. Alarm above 1 for two hours.",
      label: "about",
    },
    () => ranks,
  );
  let due = clock.now().getTime() + FIRST_LOOK_MS;
  const look = async () => {
    try {
      const verdicts = await within({ clock, ms: LOOK_MAX_MS }, { late: noAnswer, abandoned: noAnswer }, examine);
      if (verdicts === undefined) return;
      ranks = worstOf(verdicts);
    } catch (error) {
      ranks = new Map([["doctor", RANKS.wrong]]);
      log.error({ reason: String(error) }, "doctor.look_failed");
    }
    due = clock.now().getTime() + LOOK_EVERY_MS;
  };
  const tick = async (signal: AbortSignal) => {
    if (clock.now().getTime() >= due) await Promise.race([look(), aborted(signal)]); // a stop does not wait for it
  };
  return scheduler.loop("service.watch_doctor", TICK_MS, tick, { overdueMs: 2 * LOOK_MAX_MS });
}

function noAnswer(): Error {
  return new Error(`no answer within ${LOOK_MAX_MS / 1_000} seconds`);
}

/** Of several findings about one thing the worst. */
function worstOf(verdicts: readonly Verdict[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { about, verdict } of verdicts) ranks.set(about, Math.max(ranks.get(about) ?? 0, RANKS[verdict]));
  return ranks;
}
