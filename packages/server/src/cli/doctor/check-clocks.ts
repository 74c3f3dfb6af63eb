import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";

export type ClockFacts = {
  /** By how many milliseconds the clock of the database is ahead of this machine's; negative: behind. */
  readonly database: Fact<number>;
  /** The same of the node; undefined where it says no time, or does not answer. */
  readonly node: number | undefined;
};

/** What the question itself may take is more than a second. */
const AHEAD_MAX_MS = 2_000;
/** Invoices expire by the one clock and are paid by the other. */
const WRONG_MS = 60_000;

export function checkClocks({ database, node }: ClockFacts): readonly Finding[] {
  return [
    ...about("clock", database, (ms) => [clock("database", ms)]),
    ...(node === undefined ? [] : [clock("node", node)]),
  ];
}

function clock(whose: string, ms: number): Finding {
  const by = Math.abs(ms);
  if (by < AHEAD_MAX_MS) return ok("clock", `this machine and the ${whose} agree within 2 seconds`);
  const says = `the ${whose}'s clock is ${Math.round(by / 1_000)} seconds ${ms > 0 ? "ahead of" : "behind"} this machine's`;
  const todo = "let NTP set the clocks of both machines";
  return by < WRONG_MS
    ? warning("clock", says, todo)
    : wrong("clock", `${says}: invoices and limits end at the wrong time`, todo);
}
