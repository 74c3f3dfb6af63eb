import { type Msats, msats } from "#kernel/money.ts";
import type { Settled } from "#lightning";
import { amountInInvoice } from "#protocol/bolt11.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { amountOf, bytes32Of, type Fields, oneOf } from "../answers.ts";
import { id64Of, numberOf, timeOf } from "./answers.ts";

/** One HTLC that a payment was sent as, or a try of one: an item of `listsendpays`. */
export type Part = {
  /** The node counts parts from 1, in the order in which it began them. */
  readonly index: number;
  /** The same for each change; undefined before the first. */
  readonly changedIndex: number | undefined;
  readonly paymentHash: Uint8Array;
  /** `groupid`: parts of one command have the same, and no other command of the hash has it. */
  readonly group: string;
  /** `partid`: its place among the parts of its command, from 1; 0 of a payment that another program sent whole. */
  readonly number: number;
  readonly status: "pending" | "complete" | "failed";
  readonly sent: Msats;
  /** What arrives of it; undefined in those that another program sent by hand. */
  readonly delivered: Msats | undefined;
  readonly createdAt: Date;
  readonly preimage: Uint8Array | undefined;
  /** What the invoice asks for; undefined where it says none, or the part has none. */
  readonly asked: Msats | undefined;
};

/** The parts of one command, by index. */
export type Group = { readonly id: string; readonly parts: readonly [Part, ...Part[]] };

/** What the parts of a group say of it. That all have failed is no failure yet: the command may still try. */
export type Judged = Settled | { readonly kind: "in_flight" } | { readonly kind: "all_failed" };

export function partOf(fields: Fields): Part {
  const status = oneOf(["pending", "complete", "failed"], fields["status"]);
  const { amount_msat: delivered, updated_index: changedIndex } = fields;
  return {
    index: numberOf(fields["created_index"]),
    changedIndex: changedIndex === undefined ? undefined : numberOf(changedIndex),
    paymentHash: bytes32Of(fields["payment_hash"]),
    group: id64Of(fields["groupid"]),
    number: fields["partid"] === undefined ? 0 : numberOf(fields["partid"]),
    status,
    sent: amountOf(fields["amount_sent_msat"]),
    delivered: delivered === undefined ? undefined : amountOf(delivered),
    createdAt: timeOf(fields["created_at"]),
    preimage: status === "complete" ? bytes32Of(fields["payment_preimage"]) : undefined,
    asked: askedBy(fields["bolt11"]),
  };
}

function askedBy(invoice: unknown): Msats | undefined {
  if (typeof invoice !== "string") return undefined;
  try {
    return amountInInvoice(invoice.toLowerCase());
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** By their first parts. */
export function groupsOf(parts: readonly Part[]): readonly Group[] {
  const groups = new Map<string, [Part, ...Part[]]>();
  for (const part of [...parts].sort((one, other) => one.index - other.index)) {
    const known = groups.get(part.group);
    if (known === undefined) groups.set(part.group, [part]);
    else known.push(part);
  }
  return [...groups].map(([id, parts]) => ({ id, parts }));
}

/**
 * While a part is pending, the fee is not known, also where another one has brought the preimage. A recipient that
 * takes fewer parts than it asked for gave its preimage for less: the fee is that of the parts it took.
 */
export function judge({ parts }: Group): Judged {
  if (parts.some(({ status }) => status === "pending")) return { kind: "in_flight" };
  const complete = parts.filter(({ status }) => status === "complete");
  const preimage = complete.find((part) => part.preimage !== undefined)?.preimage;
  if (preimage === undefined) return { kind: "all_failed" };
  return { kind: "settled", preimage, fee: msats(complete.reduce((sum, part) => sum + feeOf(part), 0n)) };
}

/** Whether these are all parts: from the first one on, and they brought what the invoice asks for. */
export function isWhole({ parts }: Group): boolean {
  const [{ number, asked }] = parts;
  const brought = parts.reduce((sum, part) => (part.status === "complete" ? sum + (part.delivered ?? 0n) : sum), 0n);
  return number <= 1 && asked !== undefined && brought >= asked;
}

/** What the recipient gets of it, of parts that have failed: what it would have got. */
export function deliveredBy({ parts }: Group): Msats {
  const counted = parts.filter(({ status }) => status !== "failed");
  const last = parts.at(-1);
  const sum = counted.reduce((sum, { delivered, sent }) => sum + (delivered ?? sent), 0n);
  return msats(counted.length === 0 ? (last?.delivered ?? last?.sent ?? 0n) : sum);
}

function feeOf({ sent, delivered = sent }: Part): bigint {
  return sent > delivered ? sent - delivered : 0n;
}
