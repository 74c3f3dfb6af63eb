import type { NodeClock } from "#lightning";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";

export type ClockFacts = {
  /** By how many milliseconds the clock of the database is ahead of this machine's; negative: behind. */
  readonly database: Fact<number>;
  /** Undefined where the node says no time, or does not answer. */
  readonly node: NodeClock | undefined;
  /** By how much the time of the newest receipt is ahead. Undefined where there is none, or it is not known. */
  readonly newestReceipt?: number | undefined;
};

/** What the question itself may take is more than a second. */
const AHEAD_MAX_MS = 2_000;
/** Invoices expire by the one clock and are paid by the other. */
const WRONG_MS = 60_000;

export function checkClocks({ database, node, newestReceipt = 0 }: ClockFacts): readonly Finding[] {
  return [
    ...about("clock", database, (aheadMs) => [clock("database", { aheadMs, withinMs: 0 })]),
    ...(node === undefined ? [] : [clock("node", node)]),
    ...(newestReceipt < WRONG_MS ? [] : [receiptAhead(newestReceipt)]),
  ];
}

/** Lists of some backends are resumed by their own time. */
function receiptAhead(ms: number): Finding {
  return warning(
    "clock",
    `the node's newest receipt is ${Math.round(ms / 1_000)} seconds ahead of this machine's clock: one of both was wrong`,
    "let NTP set the clocks of both machines, and compare the node's receipts of that time: `leyden audit`",
  );
}

/** By what it is off at least. */
function clock(whose: string, { aheadMs, withinMs }: NodeClock): Finding {
  const by = Math.abs(aheadMs) - withinMs;
  const within = Math.ceil((AHEAD_MAX_MS + withinMs) / 1_000);
  if (by < AHEAD_MAX_MS) return ok("clock", `this machine and the ${whose} agree within ${within} seconds`);
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const says = `the ${whose}'s clock is ${seconds} seconds ${aheadMs > 0 ? "ahead of" : "behind"} this machine's`;
  const todo = "let NTP set the clocks of both machines";
  return by < WRONG_MS
    ? warning("clock", says, todo)
    : wrong("clock", `${says}: invoices and limits end at the wrong time`, todo);
}
