import { type ChannelTransaction, chainStepOf } from "./channel-transaction.ts";
import { CONFLICT_BLOCKS } from "./send-limits.ts";
import { toleranceOf } from "./tolerance.ts";

/** In the channels, and in the wallet on the chain, in msats. Of a difference either may be below zero. */
export type InTwoPlaces = { readonly channels: bigint; readonly chain: bigint };

/** What the node holds less what the books say, and what is known about it. In msats. */
export type Found = {
  readonly difference: InTwoPlaces;
  /** Amounts and fee limits of pending payments: the node may have paid them already. */
  readonly reserved: bigint;
  /** What the books say that the node holds in all. */
  readonly booked: bigint;
  /** Those that are in no booking; undefined where the node cannot say. */
  readonly transactions: readonly ChannelTransaction[] | undefined;
  /** What forwarding earned since the last booking; undefined where the node cannot say. */
  readonly forwards: { readonly count: number; readonly earned: bigint } | undefined;
};

/**
 * One part of a difference. `open`, `close`, `sweep`: a transaction of that kind. `forwards`: what forwarding earned.
 * `in_flight`: payments that have left and are not booked yet. `moved`: from the wallet into the channels or back, by
 * what the node does not say. `unexplained`: nothing that is known explains it.
 */
export type Difference = {
  readonly kind: ChannelTransaction["kind"] | "forwards" | "in_flight" | "moved" | "unexplained";
  /** What of the difference it explains. */
  readonly explains: InTwoPlaces;
  readonly says: string;
  /** Commands of `leyden` that book it, in their order; none: nothing is to be booked now. */
  readonly commands: readonly string[];
};

export const BOOKS_COSTS = "equity chain-cost --measured";
export const BOOKS_FORWARDS = "equity routing-income";

/** Of all parts, in their order: what books several parts at once stands there once. */
export function commandsOf(parts: readonly Difference[]): readonly string[] {
  const all = parts.flatMap(({ commands }) => commands);
  return all.filter((one, i) => (one !== BOOKS_COSTS && one !== BOOKS_FORWARDS) || all.indexOf(one) === i);
}

/** Explains a difference part by part: they add up to it. What the node itself says comes first. */
export function explainDifference(found: Found): readonly Difference[] {
  const said = [...(found.transactions ?? []).map(ofTransaction), ...ofForwards(found.forwards)];
  let rest = said.reduce((left, { explains }) => less(left, explains), found.difference);
  const parts: Difference[] = [...said];
  const add = (part: Difference | undefined) => {
    if (part === undefined) return;
    parts.push(part);
    rest = less(rest, part.explains);
  };
  add(inFlight(rest, found.reserved));
  add(moved(rest));
  add(unexplainedInChannels(rest.channels));
  add(unexplainedOnChain(rest.chain));
  return parts;
}

function ofTransaction(transaction: ChannelTransaction): Difference {
  const { kind, txid, gain, confirmations } = transaction;
  const step = chainStepOf(transaction);
  if (step.kind === "unsaid")
    return {
      kind,
      explains: { channels: 0n, chain: 0n },
      says: `${txid}: the node does not say its fee`,
      commands: [],
    };
  const { cost, moved } = step.booking;
  const way = moved >= 0n ? `${moved} msats into channels` : `${-moved} msats out of channels`;
  const says = `${txid}: ${way}, ${cost} msats to miners`;
  const explains = { channels: moved, chain: gain };
  return step.kind === "book"
    ? { kind, explains, says, commands: [BOOKS_COSTS] }
    : { kind, explains, says: `${says}; booked ${CONFLICT_BLOCKS} blocks deep, now ${confirmations}`, commands: [] };
}

function ofForwards(forwards: Found["forwards"]): readonly Difference[] {
  if (forwards === undefined || forwards.earned === 0n) return [];
  const says = `${forwards.earned} msats earned by ${forwards.count} forwards`;
  return [{ kind: "forwards", explains: { channels: forwards.earned, chain: 0n }, says, commands: [BOOKS_FORWARDS] }];
}

/** What has left the channels and may be of a payment that is pending in the books. */
function inFlight({ channels }: InTwoPlaces, reserved: bigint): Difference | undefined {
  const gone = channels < 0n ? lesser(-channels, reserved) : 0n;
  if (gone === 0n) return undefined;
  const says = `${gone} msats may be of payments that are under way (${reserved} msats): run it again when they ended`;
  return { kind: "in_flight", explains: { channels: -gone, chain: 0n }, says, commands: [] };
}

/** What one place has too much and the other one too little. */
function moved({ channels, chain }: InTwoPlaces): Difference | undefined {
  if (channels === 0n || chain === 0n || channels > 0n === chain > 0n) return undefined;
  const amount = lesser(channels > 0n ? channels : -channels, chain > 0n ? chain : -chain);
  const [where, sign, way] =
    channels > 0n ? ["to-channels", 1n, "into channels"] : ["to-chain", -1n, "out of channels"];
  return {
    kind: "moved",
    explains: { channels: sign * amount, chain: -sign * amount },
    says: `${amount} msats moved ${way} by what the node does not name`,
    commands: [`equity ${where} ${amount} --reason "…"`],
  };
}

function unexplainedInChannels(rest: bigint): Difference | undefined {
  if (rest === 0n) return undefined;
  const [amount, explains] = [rest > 0n ? rest : -rest, { channels: rest, chain: 0n }];
  return rest > 0n
    ? {
        kind: "unexplained",
        explains,
        says: `${amount} msats more in channels: a receipt that is not booked yet, or your own money`,
        commands: [`equity deposit ${amount} --reason "…"`, `equity to-channels ${amount} --reason "…"`],
      }
    : {
        kind: "unexplained",
        explains,
        says: `${amount} msats less in channels: the fee of a close, or money that has left`,
        commands: [`equity to-chain ${amount} --reason "…"`, `equity chain-cost ${amount} --reason "…"`],
      };
}

function unexplainedOnChain(rest: bigint): Difference | undefined {
  if (rest === 0n) return undefined;
  const [amount, explains] = [rest > 0n ? rest : -rest, { channels: 0n, chain: rest }];
  return rest > 0n
    ? {
        kind: "unexplained",
        explains,
        says: `${amount} msats more in the wallet on the chain: did you put them in?`,
        commands: [`equity deposit ${amount} --reason "…"`],
      }
    : {
        kind: "unexplained",
        explains,
        says: `${amount} msats less in the wallet on the chain: did you take them out?`,
        commands: [`equity withdraw ${amount} --reason "…"`],
      };
}

function less(from: InTwoPlaces, taken: InTwoPlaces): InTwoPlaces {
  return { channels: from.channels - taken.channels, chain: from.chain - taken.chain };
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * `wrong`: what nothing explains is more than a small difference, as for the audit. `warning`: something is to be
 * booked or looked at.
 */
export function verdictOf(
  parts: readonly Difference[],
  { reserved, booked }: Pick<Found, "reserved" | "booked">,
): "ok" | "warning" | "wrong" {
  const left = parts
    .filter(({ kind }) => kind === "unexplained")
    .reduce((sum, { explains }) => sum + explains.channels + explains.chain, 0n);
  if ((left > 0n ? left : -left) > toleranceOf({ books: booked, inFlight: reserved })) return "wrong";
  return parts.some(({ kind, commands }) => kind === "unexplained" || commands.length > 0) ? "warning" : "ok";
}
