import { bytesToHex } from "@noble/hashes/utils.js";
import type { Msats } from "#kernel/money.ts";
import type { Assigned } from "#restore";
import type { Explorer } from "./guide.harness.ts";
import type { Living } from "./life.harness.ts";

/** What arrived outside, in all: how often. */
export type Outside = { readonly paid: number; readonly captured: number; readonly refunded: number };

/** One thing of a flow, which its service takes from state to state. It has an amount that no other has. */
export type Thing = {
  /** What the node is asked to pay for it. */
  readonly amount: Msats;
  /** From the state before it on its path. */
  readonly reach: (state: string) => Promise<void>;
  /** Undefined: it is not in the database. */
  readonly id: () => Promise<string | undefined>;
  /** Whose payments of the node are that nothing in the copy can be. */
  readonly owner: () => Assigned | "loss";
  /** How often its money moved at the processor; absent: it has none there. */
  readonly atProcessor?: () => Omit<Outside, "paid">;
  /** How often its money arrived; absent: as often as the node has paid it. */
  readonly paid?: () => Promise<number>;
  /** Whether somebody had to decide about it, beside payments of the node. */
  readonly isByHand?: () => boolean;
  /** Whether it went into its person's own wallet before the copy came back. */
  readonly wasCredited?: () => boolean;
  /** What an explorer of the chain shows of any address; absent: it is not paid there. */
  readonly explorer?: Explorer;
  /** Who waited for it goes on: takes a voucher that is open. */
  readonly finish?: () => Promise<void>;
  /** What became of it after the guide, in the words of the table. */
  readonly tell: (seen: Seen) => Promise<string>;
  /** Whoever has its secret or its key comes again. Returns what is not as it should be. */
  readonly comeAgain: (end: string) => Promise<readonly string[]>;
};

/** What a test saw of a thing. */
export type Seen = {
  readonly copy: string;
  /** Calls of the node to pay for it since the copy came back. */
  readonly sent: number;
  readonly assigned: Assigned | "loss" | undefined;
  readonly wasImported: boolean;
};

export type Flowing = { readonly living: Living; readonly thing: (n: number) => Promise<Thing> };

export function paidFor({ world }: Pick<Living, "world">, amount: Msats): number {
  const hashes = world.node.paying.attempts
    .filter((one) => one.amount === amount && one.status.kind !== "failed")
    .map(({ paymentHash }) => bytesToHex(paymentHash));
  return hashes.length; // also twice by the same hash
}

export function settledFor({ world }: Pick<Living, "world">, amount: Msats): number {
  return world.node.paying.attempts.filter((one) => one.amount === amount && one.status.kind === "settled").length;
}
