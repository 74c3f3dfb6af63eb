import { decodeLine, encodeLine, FIRST_SUM, fieldsOf } from "#platform/journal/format.ts";
import { GONE, HOUR, ready, sent, step } from "#slices/payments/testing/next-step.harness.ts";
import { decideDeparted } from "#slices/restore/model/decide-departed.ts";
import type { Departed } from "#slices/restore/model/departed.ts";
import { fitOf, freeOf, type Waiting } from "#slices/restore/model/restore.ts";
import { AMOUNT, HASH } from "./flow.harness.ts";
import { reportOf } from "./judge-facts.harness.ts";

/** What is not a pair of states: both go back, the node is away, the journal is torn, and the like. */
export type Situation = { readonly title: string; readonly got: () => unknown; readonly wanted: unknown };

const waiting = (id: string, over: Partial<Waiting> = {}): Waiting => ({
  kind: "payment",
  id,
  state: "resolving",
  payable: { least: AMOUNT, most: AMOUNT },
  paymentHash: undefined,
  onchain: undefined,
  createdAt: new Date("2026-01-01T00:00:00Z"),
  ...over,
});
const bound = (id: string) => waiting(id, { state: "ready", payable: undefined, paymentHash: HASH });
const LEFT = { paymentHash: HASH, amount: AMOUNT };
const ids = (all: readonly Waiting[]) => all.map(({ id }) => id);
const departed = (id: string) =>
  ({ id, paymentHash: HASH, amount: AMOUNT, feeLimit: AMOUNT, attempts: 1 }) as unknown as Departed;
const [FIRST, SECOND] = [departed("a"), departed("b")];
const SETTLED = { status: "settled", amount: AMOUNT } as const;
const HALF_HOUR = HOUR / 2;
const PROCESS = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const HEAD = { installation: "home", epoch: 1n, process: PROCESS, n: 1n, book: undefined, at: new Date(0) };

function line() {
  return encodeLine(HEAD, fieldsOf({ what: "key.revoke", id: PROCESS }), FIRST_SUM).text;
}

export const SITUATIONS: readonly Situation[] = [
  {
    title: "one lost payment is brought back from the journal whatever the node says, and nothing is sent for it",
    got: () =>
      (["settled", "failed", "in_flight", "nothing"] as const).map((node) => [
        decideDeparted(departed("a"), { status: node === "nothing" ? "not_found" : node, amount: undefined }, [
          departed("a"),
        ]).kind,
        step(sent({}, { isBroughtBack: true }), reportOf(node), HALF_HOUR).kind,
      ]),
    wanted: [
      ["bring_back", "complete"],
      ["bring_back", "fail"],
      ["bring_back", "wait"],
      ["bring_back", "wait"],
    ],
  },
  {
    title: "database and node go back together: what the node does not know is not sent while sending is paused",
    got: () =>
      [ready(), sent({ kind: "unknown" })].map(
        (payment) => step(payment, { kind: "not_dispatched", reason: "paused" }, HALF_HOUR).kind,
      ),
    wanted: ["wait", "wait"],
  },
  {
    title: "what may have left ends by no absence at a node that has lost its history",
    got: () => step(sent({ kind: "unknown" }), { kind: "not_found", history: "broken" }, 30 * 24 * HOUR).kind,
    wanted: "wait",
  },
  {
    title: "the node is away at the start: what waits goes on waiting, and nothing fails",
    got: () =>
      [ready({ onHoldFor: "restore" }), sent({ kind: "unknown" }, { onHoldFor: "restore" })].map(
        (payment) => step(payment, { kind: "unknown", detail: "it is away" }, 30 * 24 * HOUR).kind,
      ),
    wanted: ["wait", "wait"],
  },
  {
    title: "the journal is torn: a line that was cut short is none, and the one before it counts",
    got: () => [decodeLine(line(), FIRST_SUM).kind, decodeLine(line().slice(0, -9), FIRST_SUM).kind],
    wanted: ["line", "unreadable"],
  },
  {
    title: "the journal is missing, or older than its rotation: what the node has left holds what it can be",
    got: () =>
      ids(
        freeOf(
          [
            waiting("a"),
            bound("b"),
            waiting("c", { payable: { least: (AMOUNT + 1n) as typeof AMOUNT, most: (AMOUNT * 2n) as typeof AMOUNT } }),
          ],
          [LEFT],
        ),
      ),
    wanted: ["c"],
  },
  {
    title: "two candidates of one amount: both wait until the operator says which it was",
    got: () => [waiting("a"), waiting("b")].map((one) => [fitOf(one, LEFT), freeOf([one], [LEFT]).length]),
    wanted: [
      ["possible", 0],
      ["possible", 0],
    ],
  },
  {
    title: "a second restore holds the same again, and what was explained in between is free",
    got: () => [ids(freeOf([waiting("a"), bound("b")], [LEFT])), ids(freeOf([waiting("a"), bound("b")], []))],
    wanted: [[], ["a", "b"]],
  },
  {
    title: "failed and then sent again with the same invoice: the later payment is the one, and it is not sent again",
    got: () => [
      decideDeparted(FIRST, SETTLED, [FIRST, SECOND]),
      decideDeparted(SECOND, SETTLED, [FIRST, SECOND]),
      step(ready(), reportOf("settled"), HALF_HOUR).kind,
      step(ready(), reportOf("failed"), HALF_HOUR).kind,
    ],
    wanted: [{ kind: "superseded", by: "b" }, { kind: "bring_back" }, "complete", "fail"],
  },
  {
    title:
      "a copy older than 30 days: an expired invoice that the node has paid completes, and absence frees nothing on hold",
    got: () =>
      [reportOf("settled"), GONE].map(
        (report) => step(sent({ kind: "unknown" }, { onHoldFor: "restore" }), report, 40 * 24 * HOUR).kind,
      ),
    wanted: ["complete", "wait"],
  },
  {
    title: "the old service is still alive and pays what waits here: the node's proof completes it, on hold or not",
    got: () =>
      [ready({ onHoldFor: "restore" }), ready()].map((payment) => step(payment, reportOf("settled"), HALF_HOUR).kind),
    wanted: ["complete", "complete"],
  },
];
