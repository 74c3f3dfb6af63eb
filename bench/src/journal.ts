import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../../packages/server/src/kernel/caller.ts";
import type { Journal } from "../../packages/server/src/kernel/journal.ts";
import { sats } from "../../packages/server/src/kernel/money.ts";
import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import type { DatabaseUnderTest } from "../../packages/server/src/platform/database/testing/database.harness.ts";
import { createJournal } from "../../packages/server/src/platform/journal/write.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { withCauses } from "../../packages/server/src/slices/ledger/testing/causes.harness.ts";
import { settles } from "../../packages/server/src/slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "../../packages/server/src/slices/payments/accept/pay.ts";
import { createWorld, type World } from "../../packages/server/src/slices/payments/testing/world.harness.ts";
import { createEnvironment } from "./environment.ts";
import { type Figure, median, type Part } from "./figure.ts";
import type { Scale } from "./scale.ts";

/** Payments over Lightning in one turn. `nodeMs`: how long the node takes for one. */
type Turn = {
  readonly name: string;
  readonly inFlight: number;
  readonly nodeMs: number;
  readonly count: (scale: Scale) => number;
};

/** As long as the node of the test network takes: "payment by the node alone". */
const NODE_MS = 70;

const alone = { inFlight: 1, count: ({ payments }: Scale) => payments.alone };
const many = { inFlight: 20, count: ({ payments }: Scale) => 4 * payments.many };
const TURNS: readonly Turn[] = [
  { ...alone, name: `one after another, the node takes ${NODE_MS} ms`, nodeMs: NODE_MS },
  { ...many, name: `20 in flight, the node takes ${NODE_MS} ms`, nodeMs: NODE_MS },
  { ...alone, name: "one after another, the node answers at once", nodeMs: 0 },
  { ...many, name: "20 in flight, the node answers at once", nodeMs: 0 },
];

type Speed = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };
type Payer = { readonly name: "with" | "without"; readonly world: World; readonly caller: Caller };

/**
 * What a line on the disk before each payment costs: behind a node that takes as long as a real one, as a client sees
 * it, and behind one that answers at once, so that nothing hides it. Database and journal are on one disk.
 */
export const journal: Part = {
  title: "Payments over Lightning with and without the journal",
  async measure(scale) {
    const environment = await createEnvironment(scale);
    const folder = await mkdtemp(join(tmpdir(), "leyden-bench-journal-"));
    const writer = createJournal({
      folder,
      installation: "bench",
      epoch: () => 1n,
      book: () => ({ number: 1n, hash: new Uint8Array(32) }),
      clock: machineClock,
      random: machineRandom(),
    });
    const db = connect({ url: environment.url, role: environment.role, max: 12, name: "bench journal" });
    try {
      const causes = withCauses("values ('test', 'lightning_node', 'wallet')");
      await environment.admin.query({ text: causes, values: [] });
      const payers = [await payer(db, "with", writer), await payer(db, "without", NOTHING)] as const;
      return await measureTurns(payers, scale);
    } finally {
      await writer.close();
      await db.close();
      await environment.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const NOTHING: Journal = { append: async () => undefined, appendIfPossible: async () => undefined };

/** The product's acceptance, driving and batches, before a node in memory. */
async function payer(db: Database, name: Payer["name"], line: Journal): Promise<Payer> {
  const batch = microBatch({ db, clock: machineClock });
  const world = createWorld({ db, batch } as unknown as DatabaseUnderTest);
  Object.assign(world.drive, { journal: line });
  return { name, world, caller: await world.project(name, sats(1_000_000_000n)) };
}

async function measureTurns(payers: readonly [Payer, Payer], scale: Scale): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const turn of TURNS) {
    const speeds = { with: [] as Speed[], without: [] as Speed[] };
    for (const one of payers) await payMany(one, turn, Math.ceil(turn.count(scale) / 4)); // warm
    for (let round = 1; round <= scale.rounds; round += 1)
      for (const one of round % 2 === 0 ? payers.toReversed() : payers) {
        const speed = await payMany(one, turn, turn.count(scale));
        speeds[one.name].push(speed);
        console.log(`round ${round}  ${one.name} a journal, ${turn.name}: ${textOf(speed)}`);
      }
    figures.push(...figuresOf(turn, speeds));
  }
  return figures;
}

function textOf({ perSecond, p50Ms, p99Ms }: Speed): string {
  return `${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

async function payMany({ world, caller }: Payer, { inFlight, nodeMs }: Turn, count: number): Promise<Speed> {
  world.node.plan = async () => {
    if (nodeMs > 0) await sleep(nodeMs);
    return settles();
  };
  const amount = sats(1n);
  const invoices = Array.from({ length: count }, () => world.invoice({ amount }).text); // others make them
  const taken: number[] = [];
  const payInTurn = async () => {
    for (let invoice = invoices.pop(); invoice !== undefined; invoice = invoices.pop()) {
      const sent = performance.now();
      const request = world.request(caller, { destination: { kind: "invoice", invoice }, amount, waitMs: 30_000 });
      const { payment } = await pay(world.pay, request);
      if (payment.progress.kind !== "completed") throw new Error(`a payment is ${payment.progress.kind}`);
      taken.push(performance.now() - sent);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: inFlight }, payInTurn));
  const perSecond = (count * 1_000) / (performance.now() - begun);
  await world.settled();
  taken.sort((a, b) => a - b);
  const quantile = (share: number) => taken[Math.floor(taken.length * share)] ?? Number.NaN;
  return { perSecond, p50Ms: median(taken), p99Ms: quantile(0.99) };
}

function figuresOf(
  { name, nodeMs }: Turn,
  speeds: { readonly with: readonly Speed[]; readonly without: readonly Speed[] },
): readonly Figure[] {
  const what = `payments over Lightning, ${name}`;
  const ratio = (of: (speed: Speed) => number) =>
    speeds.with.map((speed, i) => of(speed) / (speeds.without[i] === undefined ? Number.NaN : of(speeds.without[i])));
  const latency = (title: string, of: (speed: Speed) => number): Figure[] =>
    (["with", "without"] as const).map((side) => ({
      title: `${title} of ${what}, ${side} a journal`,
      unit: "ms",
      rounds: speeds[side].map(of),
    }));
  return [
    {
      title: `${what}: with a journal / without`,
      unit: "ratio",
      rounds: ratio(({ perSecond }) => perSecond),
      ...(nodeMs > 0 && { wanted: { goal: 0.97 } }),
    },
    ...latency("p50", ({ p50Ms }) => p50Ms),
    ...latency("p99", ({ p99Ms }) => p99Ms),
  ];
}
