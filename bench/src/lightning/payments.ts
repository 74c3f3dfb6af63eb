import { loadavg } from "node:os";
import { join } from "node:path";
import type { Figure, Part } from "../figure.ts";
import type { Scale } from "../scale.ts";
import { measureTurn, type Speed, type Turn } from "../turn.ts";
import { withInstallation } from "./installation.ts";
import { type Payer, payByNodeAlone, payThroughLeyden } from "./payers.ts";

const WARM_UP: Turn = { count: 20, inFlight: 4 };

/** One after another shows how long a payment takes, many concurrently how many there may be. */
const turnsOf = ({ payments }: Scale): Readonly<Record<keyof Round, Turn>> => ({
  alone: { count: payments.alone, inFlight: 1 },
  many: { count: payments.many, inFlight: 20 },
});

type Round = { readonly alone: Speed; readonly many: Speed };

/** Payments to the merchant through the router, as a client of Leyden makes them and by the node alone, in turns. */
export const lightningPayments: Part = {
  title: "Lightning payments",
  async measure(scale) {
    return await withInstallation({}, async (installation, folder) => {
      const alone = await payByNodeAlone(join(folder, "alone"));
      try {
        return figuresOf(await measureBoth(payThroughLeyden(installation), alone, scale));
      } finally {
        await alone.close();
      }
    });
  },
};

type Measured = { readonly ours: readonly Round[]; readonly alone: readonly Round[] };

async function measureBoth(ours: Payer, alone: Payer, scale: Scale): Promise<Measured> {
  const { rounds, payments } = scale;
  await ours.fund(WARM_UP.count + rounds * (payments.alone + payments.many));
  for (const payer of [ours, alone]) await payMany(payer, WARM_UP);
  const measured = { ours: [] as Round[], alone: [] as Round[] };
  for (let round = 1; round <= rounds; round += 1) {
    const turns = [
      async () => measured.ours.push(await measureRound(`round ${round}, through Leyden`, ours, scale)),
      async () => measured.alone.push(await measureRound(`round ${round}, the node alone`, alone, scale)),
    ];
    for (const turn of round % 2 === 0 ? turns.reverse() : turns) await turn();
  }
  return measured;
}

async function measureRound(name: string, payer: Payer, scale: Scale): Promise<Round> {
  const load = loadavg()[0]?.toFixed(1);
  const { alone, many } = turnsOf(scale);
  const round = { alone: await payMany(payer, alone), many: await payMany(payer, many) };
  const ms = (round.alone.medianSeconds * 1_000).toFixed(0);
  console.log(`${name}: ${ms} ms each, ${round.many.perSecond.toFixed(1)} a second; load before ${load}`);
  return round;
}

const payMany = (payer: Payer, turn: Turn) => measureTurn(turn, () => payer.pay());

function figuresOf({ ours, alone }: Measured): Figure[] {
  const byRound = (value: (our: Round, other: Round) => number) =>
    ours.flatMap((our, i) => (alone[i] === undefined ? [] : [value(our, alone[i])]));
  return [
    {
      title: "payment to the merchant, one after another",
      unit: "s",
      rounds: byRound((our) => our.alone.medianSeconds),
      wanted: { atMost: 0.4 },
    },
    {
      title: "payment to the merchant, one after another: 95 of 100 within",
      unit: "s",
      rounds: byRound((our) => our.alone.p95Seconds),
    },
    {
      title: "payment by the node alone, one after another",
      unit: "s",
      rounds: byRound((_, other) => other.alone.medianSeconds),
    },
    {
      title: "payments to the merchant, 20 in flight",
      unit: "a second",
      rounds: byRound((our) => our.many.perSecond),
      wanted: { atLeast: 15 },
    },
    {
      title: "payments by the node alone, 20 in flight",
      unit: "a second",
      rounds: byRound((_, other) => other.many.perSecond),
    },
    {
      title: "payments through Leyden / by the node alone, 20 in flight",
      unit: "ratio",
      rounds: byRound((our, other) => our.many.perSecond / other.many.perSecond),
      wanted: { goal: 0.95 },
    },
    {
      title: "payments through Leyden / by the node alone, one after another",
      unit: "ratio",
      rounds: byRound((our, other) => other.alone.medianSeconds / our.alone.medianSeconds),
    },
  ];
}
