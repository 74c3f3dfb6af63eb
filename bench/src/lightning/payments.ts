import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure, Part } from "../figure.ts";
import { median } from "../table.ts";
import { startInstallation } from "./installation.ts";
import { type Payer, payByNodeAlone, payThroughLeyden } from "./payers.ts";

/** One after another shows how long a payment takes, many concurrently how many there may be. */
const ALONE = { count: 50, inFlight: 1 };
const MANY = { count: 200, inFlight: 20 };
const WARM_UP = { count: 20, inFlight: 4 };
const PER_ROUND = ALONE.count + MANY.count;

type Speed = { readonly perSecond: number; readonly medianSeconds: number; readonly p95Seconds: number };
type Round = { readonly alone: Speed; readonly many: Speed };

/** Payments to the merchant through the router, as a client of Leyden makes them and by the node alone, in turns. */
export const lightningPayments: Part = {
  title: "Lightning payments",
  async measure({ rounds }) {
    const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
    const installation = await startInstallation(join(folder, "leyden"));
    const ours = payThroughLeyden(installation);
    const alone = await payByNodeAlone(join(folder, "alone"));
    try {
      await ours.fund(WARM_UP.count + rounds * PER_ROUND);
      for (const payer of [ours, alone]) await payMany(payer, WARM_UP);
      const measured = { ours: [] as Round[], alone: [] as Round[] };
      for (let round = 1; round <= rounds; round += 1) {
        const turns = [
          async () => measured.ours.push(await measureRound(`round ${round}, through Leyden`, ours)),
          async () => measured.alone.push(await measureRound(`round ${round}, the node alone`, alone)),
        ];
        for (const turn of round % 2 === 0 ? turns.reverse() : turns) await turn();
      }
      return figuresOf(measured);
    } finally {
      await Promise.all([alone.close(), installation.stop()]);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureRound(name: string, payer: Payer): Promise<Round> {
  const load = loadavg()[0]?.toFixed(1);
  const round = { alone: await payMany(payer, ALONE), many: await payMany(payer, MANY) };
  const ms = (round.alone.medianSeconds * 1_000).toFixed(0);
  console.log(`${name}: ${ms} ms each, ${round.many.perSecond.toFixed(1)} a second; load before ${load}`);
  return round;
}

async function payMany(payer: Payer, { count, inFlight }: typeof ALONE): Promise<Speed> {
  const taken: number[] = [];
  let left = count;
  const begun = performance.now();
  const payOneAfterAnother = async () => {
    while (left-- > 0) {
      const sent = performance.now();
      await payer.pay();
      taken.push((performance.now() - sent) / 1_000);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, payOneAfterAnother));
  taken.sort((a, b) => a - b);
  return {
    perSecond: (count * 1_000) / (performance.now() - begun),
    medianSeconds: median(taken),
    p95Seconds: taken[Math.ceil(count * 0.95) - 1] ?? Number.NaN,
  };
}

function figuresOf({ ours, alone }: { ours: readonly Round[]; alone: readonly Round[] }): Figure[] {
  const byRound = (value: (our: Round, other: Round) => number) =>
    ours.flatMap((our, i) => (alone[i] === undefined ? [] : [value(our, alone[i])]));
  return [
    {
      title: "payment to the merchant, one after another: median, s",
      rounds: byRound((our) => our.alone.medianSeconds),
      wanted: { atMost: 0.4 },
    },
    { title: "… 95 of 100 within, s", rounds: byRound((our) => our.alone.p95Seconds) },
    { title: "… by the node alone: median, s", rounds: byRound((_, other) => other.alone.medianSeconds) },
    {
      title: "payments to the merchant, 20 in flight, a second",
      rounds: byRound((our) => our.many.perSecond),
      wanted: { atLeast: 15 },
    },
    { title: "… by the node alone, a second", rounds: byRound((_, other) => other.many.perSecond) },
    {
      title: "payments through Leyden / by the node alone, 20 in flight",
      rounds: byRound((our, other) => our.many.perSecond / other.many.perSecond),
      wanted: { atLeast: 0.9 },
    },
    {
      title: "… one after another",
      rounds: byRound((our, other) => other.alone.medianSeconds / our.alone.medianSeconds),
    },
  ];
}
