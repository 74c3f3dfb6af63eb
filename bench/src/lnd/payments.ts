import { availableParallelism, loadavg } from "node:os";
import { missingOfLnd } from "../../../packages/server/test/lnd/programs.harness.ts";
import { keepOnCore, whyNoCores } from "../cores.ts";
import type { Figure, Part, Wanted } from "../figure.ts";
import { processorMs } from "../processor-time.ts";
import type { Scale } from "../scale.ts";
import { measureTurn, type Speed, type Turn } from "../turn.ts";
import { type Processes, type Side, startLeydenOnLnd, startLndAlone } from "./sides.ts";

const IN_FLIGHT = 20;
/** Leyden must not be what limits. */
const WANTED: Wanted = { atLeast: 0.85, goal: 0.95 };
/** A payment takes no more of the processors in Leyden and its PostgreSQL than in the node. */
const WANTED_WORK: Wanted = { atLeast: 1, goal: 1.5 };

/** What one of a turn takes of the processors, in milliseconds. */
type Measured = Speed & { readonly processorMs: Readonly<Record<keyof Processes, number>> };

/** Both sides of one round, turn by turn. */
type Pair = { readonly ours: Measured; readonly alone: Measured };
type Round = { readonly alone: Pair; readonly many: Pair; readonly receipts: Pair };

/**
 * Payments and receipts of a real node of LND through the service, and of another one on a network of the same kind
 * without it: a payment that Leyden did not make would pause its sending. What an operator runs shares one core, and
 * the nodes of others share another one: they run elsewhere.
 */
export const lndPayments: Part = {
  title: "payments and receipts on nodes of LND",
  whyNot() {
    const [missing] = missingOfLnd();
    if (missing !== undefined) return `${missing} \`npm run test:lnd\` says how to get them.`;
    return availableParallelism() < 2 ? "It takes two cores." : whyNoCores();
  },
  async measure(scale) {
    const started: Side[] = [];
    const start = async (side: Promise<Side>) => {
      started.push(await side);
      return await side;
    };
    try {
      const alone = await start(startLndAlone());
      const ours = await start(startLeydenOnLnd());
      for (const { processes } of started) {
        keepOnCore(0, processes.network);
        keepOnCore(1, [...processes.node, ...processes.leyden]);
      }
      return figuresOf(await measureRounds({ ours, alone }, scale));
    } finally {
      for (const side of started) await side.stop();
    }
  },
};

type Sides = { readonly ours: Side; readonly alone: Side };

async function measureRounds(sides: Sides, { rounds, lnd }: Scale): Promise<readonly Round[]> {
  const warmUp = { count: lnd.warmUp, inFlight: IN_FLIGHT };
  await sides.ours.fund(warmUp.count + rounds * (lnd.alone + lnd.many));
  for (const side of [sides.ours, sides.alone]) {
    await pay(side, warmUp);
    await receive(side, warmUp);
  }
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const inTurns = (name: string, measure: PairedTurn["measure"], turn: Turn) =>
      measurePair(`round ${round}, ${name}`, sides, { turn, measure, isOursFirst: round % 2 === 1 });
    measured.push({
      alone: await inTurns("payments one after another", pay, { count: lnd.alone, inFlight: 1 }),
      many: await inTurns("payments", pay, { count: lnd.many, inFlight: IN_FLIGHT }),
      receipts: await inTurns("receipts", receive, { count: lnd.receipts, inFlight: IN_FLIGHT }),
    });
  }
  return measured;
}

type PairedTurn = {
  readonly turn: Turn;
  readonly measure: (side: Side, turn: Turn) => Promise<Speed>;
  readonly isOursFirst: boolean;
};

/** The same turn on both sides, one right after the other. */
async function measurePair(
  name: string,
  { ours, alone }: Sides,
  { turn, measure, isOursFirst }: PairedTurn,
): Promise<Pair> {
  const speeds = new Map<Side, Measured>();
  for (const side of isOursFirst ? [ours, alone] : [alone, ours]) {
    const load = loadavg()[0]?.toFixed(1);
    const taken = takenBy(side);
    const speed = await measure(side, turn);
    const { node, network, leyden } = taken(turn.count);
    speeds.set(side, { ...speed, processorMs: { node, network, leyden } });
    const ms = (speed.medianSeconds * 1_000).toFixed(0);
    const [ofNode, ofAll, ofLeyden] = [node, network, leyden].map((ms) => ms.toFixed(1));
    const work = `work: ${ofAll} ms of the network (${ofNode} of its node), ${ofLeyden} ms of Leyden`;
    console.log(
      `${name}, ${side.name}: ${ms} ms each, ${speed.perSecond.toFixed(1)} a second, ${work}; load before ${load}`,
    );
  }
  return { ours: speeds.get(ours) as Measured, alone: speeds.get(alone) as Measured };
}

/** From now on; of one of so many. */
function takenBy({ processes: { node, network, leyden } }: Side) {
  const now = () => ({ node: processorMs(node), network: processorMs(network), leyden: processorMs(leyden) });
  const before = now();
  return (count: number) => {
    const since = now();
    const each = (kind: keyof Processes) => (since[kind] - before[kind]) / count;
    return { node: each("node"), network: each("network"), leyden: each("leyden") };
  };
}

async function pay(side: Side, turn: Turn): Promise<Speed> {
  const invoices = await side.invoices(turn.count);
  return await measureTurn(turn, async () => await side.pay(invoices.pop() ?? ""));
}

const receive = (side: Side, turn: Turn) => measureTurn(turn, side.receive, side.isBooked);

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (turn: keyof Round, value: (pair: Pair) => number) => rounds.map((round) => value(round[turn]));
  const perSecond = (turn: keyof Round, side: keyof Pair) => of(turn, (pair) => pair[side].perSecond);
  const seconds = (side: keyof Pair) => of("alone", (pair) => pair[side].medianSeconds);
  const ratio = ({ ours, alone }: Pair) => ours.perSecond / alone.perSecond;
  const work = (side: keyof Pair, kind: keyof Processes) => of("many", (pair) => pair[side].processorMs[kind]);
  const workOf = ({ processorMs: { network, leyden } }: Measured) => network + leyden;
  return [
    { title: "payment through Leyden on LND, one after another", unit: "s", rounds: seconds("ours") },
    { title: "payment by LND alone, one after another", unit: "s", rounds: seconds("alone") },
    { title: "payments through Leyden on LND, 20 in flight", unit: "a second", rounds: perSecond("many", "ours") },
    { title: "payments by LND alone, 20 in flight", unit: "a second", rounds: perSecond("many", "alone") },
    { title: "receipts of Leyden on LND, 20 in flight", unit: "a second", rounds: perSecond("receipts", "ours") },
    { title: "receipts of LND alone, 20 in flight", unit: "a second", rounds: perSecond("receipts", "alone") },
    {
      title: "payments through Leyden / by LND alone, one after another",
      unit: "ratio",
      rounds: of("alone", ({ ours, alone }) => alone.medianSeconds / ours.medianSeconds),
      wanted: WANTED,
    },
    {
      title: "payments through Leyden / by LND alone, 20 in flight",
      unit: "ratio",
      rounds: of("many", ratio),
      wanted: WANTED,
    },
    { title: "work of LND's node for a payment alone, 20 in flight", unit: "ms", rounds: work("alone", "node") },
    {
      title: "work of LND's node for a payment through Leyden, 20 in flight",
      unit: "ms",
      rounds: work("ours", "node"),
    },
    { title: "work of all nodes for a payment alone, 20 in flight", unit: "ms", rounds: work("alone", "network") },
    { title: "work of Leyden for a payment on LND, 20 in flight", unit: "ms", rounds: work("ours", "leyden") },
    {
      title: "work of LND's node alone / of Leyden, a payment, 20 in flight",
      unit: "ratio",
      rounds: of("many", ({ ours, alone }) => alone.processorMs.node / ours.processorMs.leyden),
      wanted: WANTED_WORK,
    },
    {
      title: "work of everything alone / with Leyden, a payment, 20 in flight",
      unit: "ratio",
      rounds: of("many", ({ ours, alone }) => workOf(alone) / workOf(ours)),
    },
    {
      title: "receipts through Leyden / by LND alone, 20 in flight",
      unit: "ratio",
      rounds: of("receipts", ratio),
      wanted: WANTED,
    },
  ];
}
