import { expect, it } from "vitest";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { type Examine, watchDoctor } from "./watch-doctor.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);

/** `sleeps`: how the time limit of a look is waited for. */
function given(examine: Examine, sleeps: Clock["sleep"] = machineClock.sleep) {
  const loops: ((signal: AbortSignal) => Promise<void>)[] = [];
  let passed = 0;
  const scheduler: Scheduler = {
    loop(_name, _everyMs, tick) {
      loops.push(tick);
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const metrics = createMetrics({ process: false, clock: machineClock });
  const clock: Clock = { ...machineClock, now: () => new Date(START_MS + passed), sleep: sleeps };
  watchDoctor({ metrics, clock, scheduler, log: createLog({ level: "silent", pretty: false }) }, examine);
  return {
    /** A tick so long after the start. */
    async tickAt(ms: number, signal = new AbortController().signal) {
      passed = ms;
      await loops[0]?.(signal);
    },
    shown: async () =>
      (await metrics.render())
        .split("\n")
        .flatMap((line) => /^leyden_doctor_verdict\{about="(.*)$/.exec(line)?.[1] ?? []),
  };
}

it("shows the worst of what the doctor says about each thing, half a minute after the start and once an hour", async () => {
  let asked = 0;
  const { tickAt, shown } = given(async () => {
    asked += 1;
    return [
      { about: "node", verdict: "ok" },
      { about: "durability", verdict: "wrong" },
      { about: "durability", verdict: "ok" },
      ...(asked === 1 ? [{ about: "mail", verdict: "warning" } as const] : []),
    ];
  });
  await tickAt(29_000);
  expect([asked, await shown()]).toEqual([0, []]);
  await tickAt(30_000);
  expect([asked, await shown()]).toEqual([1, ['node"} 0', 'durability"} 2', 'mail"} 1']]);
  await tickAt(HOUR_MS + 29_000);
  expect(asked).toBe(1);
  await tickAt(HOUR_MS + 30_000);
  expect([asked, await shown()]).toEqual([2, ['node"} 0', 'durability"} 2']]);
});

it("shows that the look itself is wrong when it throws, and nothing of its reason; and looks again after an hour", async () => {
  let isBroken = true;
  const { tickAt, shown } = given(async () => {
    if (isBroken) throw new Error("smtp://user:secret@host");
    return [{ about: "node", verdict: "ok" }];
  });
  await tickAt(HOUR_MS);
  expect(await shown()).toEqual(['doctor"} 2']);
  isBroken = false;
  await tickAt(HOUR_MS + 60_000);
  expect(await shown()).toEqual(['doctor"} 2']);
  await tickAt(2 * HOUR_MS);
  expect(await shown()).toEqual(['node"} 0']);
});

it("calls a look wrong that does not end", async () => {
  const { tickAt, shown } = given(
    () => new Promise(() => undefined),
    async () => undefined,
  );
  await tickAt(HOUR_MS);
  expect(await shown()).toEqual(['doctor"} 2']);
});

it("asks again at the next tick while the service is starting, and says nothing until then", async () => {
  let isStarting = true;
  const { tickAt, shown } = given(async () => (isStarting ? undefined : [{ about: "node", verdict: "warning" }]));
  await tickAt(30_000);
  expect(await shown()).toEqual([]);
  isStarting = false;
  await tickAt(35_000);
  expect(await shown()).toEqual(['node"} 1']);
});

it("does not keep a stop waiting", async () => {
  const never = () => new Promise<never>(() => undefined);
  const { tickAt } = given(never, never);
  const stop = new AbortController();
  const ticking = tickAt(HOUR_MS, stop.signal);
  stop.abort();
  await ticking;
});
