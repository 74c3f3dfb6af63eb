import { HOUR, sent, step } from "#slices/payments/testing/next-step.harness.ts";
import { ID } from "#slices/ramp/testing/next-step.harness.ts";
import { decideDeparted } from "#slices/restore/model/decide-departed.ts";
import type { Departed } from "#slices/restore/model/departed.ts";
import type { Unexplained, Waiting } from "#slices/restore/model/restore.ts";
import { AMOUNT, type Flow, HASH, type NodeHas, type Standing } from "./flow.harness.ts";

export type Row = {
  readonly flow: string;
  readonly copy: string;
  readonly later: string;
  readonly journal: "whole" | "none";
  /** What shows that this database went back. */
  readonly noticed: "ledger" | "node" | "processor" | "nothing left";
  readonly waits: "yes" | "no" | "until the comparison";
  readonly command: string;
  readonly end: string;
  /** What arrived outside, in all: by the old service and by this one. */
  readonly paid: number;
  readonly captured: number;
  readonly refunded: number;
  /** What a program does not decide: an operator does, or another part of the import. */
  readonly byHand: boolean;
};

export type Ended = Pick<Row, "command" | "end" | "paid" | "captured" | "refunded" | "byHand">;

export type Facts = {
  readonly flow: Flow;
  readonly copy: Standing;
  readonly later: Standing;
  readonly journal: Row["journal"];
  readonly noticed: Row["noticed"];
  readonly unexplained: readonly Unexplained[];
  /** Undefined: it does not wait. */
  readonly waiting: Waiting | undefined;
};

export function ended(command: string, end: string, paid: number, over: Partial<Ended> = {}): Ended {
  return { command, end, paid, captured: 0, refunded: 0, byHand: false, ...over };
}

/** What arrived outside. */
export function paidBy({ node, isPublished, isDead }: Standing): number {
  return node === "settled" || node === "in_flight" || (isPublished && !isDead) ? 1 : 0;
}

export function reportOf(node: NodeHas = "nothing") {
  switch (node) {
    case "settled":
      return { kind: "settled", preimage: new Uint8Array(32), fee: 0n as typeof AMOUNT } as const;
    case "failed":
      return { kind: "failed", reason: "no_route" } as const;
    case "in_flight":
      return { kind: "in_flight" } as const;
    case "nothing":
      return { kind: "not_found", history: "whole" } as const;
  }
}

const DEPARTED = {
  id: ID as never,
  paymentHash: HASH,
  amount: AMOUNT,
  feeLimit: AMOUNT,
  attempts: 1,
} as unknown as Departed;

/** What the journal tells is brought back, and followed by its hash. */
export function endOfImport(later: Standing): Ended {
  const status = later.node === undefined || later.node === "nothing" ? "not_found" : later.node;
  const decision = decideDeparted(DEPARTED, { status, amount: paidBy(later) ? AMOUNT : undefined }, [DEPARTED]);
  if (decision.kind !== "bring_back") return ended("reconcile", decision.kind, paidBy(later), { byHand: true });
  return endOfStep(step(sent({}, { isBroughtBack: true }), reportOf(later.node), HOUR / 2), later, "restore import");
}

export function endOfStep(next: ReturnType<typeof step>, later: Standing, command: string): Ended {
  const left = paidBy(later);
  switch (next.kind) {
    case "dispatch":
      return ended(command, later.node === "failed" ? "SENT AGAIN AFTER IT FAILED" : "it is sent", left + 1);
    case "complete":
      return ended(command, "completed by the node's proof", left);
    case "fail":
      return ended(command, "failed by the node's proof", left, { refunded: 1 });
    case "wait":
      return ended(command, `waits for the node (${next.state})`, left);
  }
}
