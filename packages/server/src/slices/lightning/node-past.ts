import { bytesToHex } from "@noble/hashes/utils.js";
import { type Msats, msats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { PastUntil } from "./model/former-node.ts";
import type { Network, NodeBalances, NodeInfo } from "./model/node-info.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, OutgoingItem, OutgoingRecord, Receipt } from "./port.ts";
import { assetsOf } from "./read-solvency.ts";

/** What a node has before its first connection. */
export type NodePast = {
  /** Read before the lists: what comes in between is in the lists alone, and counted nowhere. */
  readonly balances: NodeBalances;
  /** Open, opening and closing ones; undefined where the backend does not say. */
  readonly channels: number | undefined;
  readonly payments: ListPast<OutgoingRecord>;
  readonly receipts: ListPast<Receipt>;
  /** Invoices that may still be paid; undefined where the backend does not say, or it is not asked. */
  readonly hasOpenInvoices: boolean | undefined;
};

/** `cursor`: behind the last one. */
export type ListPast<Item> = {
  readonly count: number;
  /** How many of them could not be read. */
  readonly unreadable: number;
  /** Of those that could. */
  readonly newest: Item | undefined;
  readonly cursor: string;
  /** Of those that took or brought money, or may, as far as they could be read. */
  readonly hashes: readonly Uint8Array[];
  /** Of the newest payment that is settled. */
  readonly settledHash?: Uint8Array | undefined;
};

/**
 * Whether an operator has to say yes to what the node has. On test networks money alone is none: the embedded network
 * gives it. On mainnet a node that is not empty has an owner, also where none of its invoices is paid yet.
 */
export function hasPast(network: Network, past: NodePast): boolean {
  const { balances, channels = 0, payments, receipts, hasOpenInvoices = false } = past;
  if (payments.count > 0 || receipts.count > 0) return true;
  return network === "mainnet" && (channels > 0 || assetsOf(balances) > 0n || hasOpenInvoices);
}

/** What is booked as the operator's own. What is in flight is not: it may be gone. */
export function firstEquity({ balances }: NodePast): { readonly channels: Msats; readonly onchain: Msats } {
  const { onchain, outgoingHtlcs } = balances;
  return { channels: msats(assetsOf(balances) - onchain - outgoingHtlcs), onchain };
}

const INVOICES: Readonly<Record<string, string>> = {
  undefined: "the node does not say whether any may still be paid",
  true: "some may still be paid",
  false: "none may still be paid",
};

/** What the operator is shown of it, a line each. */
export function tellPast({ nodeId, network }: NodeInfo, past: NodePast): readonly string[] {
  const { balances, channels, payments, receipts, hasOpenInvoices } = past;
  const { newest: paid } = payments;
  const { newest: received } = receipts;
  return [
    `node      ${nodeId} on ${network}`,
    `holds     ${assetsOf(balances)} msats: ${balances.channels} in channels, ${balances.onchain} on the chain, ` +
      `${balances.opening} opening, ${balances.closing} closing, ${balances.outgoingHtlcs} in flight, ` +
      `${balances.commitFees} for fees of its channels`,
    `channels  ${channels ?? "the node does not say"}`,
    `payments  ${payments.count}` +
      (paid === undefined
        ? ""
        : `, newest ${bytesToHex(paid.paymentHash)} of ${paid.amount} msats, ${paid.status.kind}`) +
      tellUnreadable(payments),
    `received  ${receipts.count} paid invoices` +
      (received === undefined
        ? ""
        : `, newest ${bytesToHex(received.paymentHash)} of ${received.amount} msats at ${received.settledAt.toISOString()}`) +
      tellUnreadable(receipts),
    `invoices  ${INVOICES[String(hasOpenInvoices)]}`,
  ];
}

function tellUnreadable({ unreadable }: ListPast<unknown>): string {
  return unreadable === 0 ? "" : `; ${unreadable} of them cannot be read: look at the node`;
}

/**
 * Reads what a node has before its first connection. `until`: it was connected before, and its past ends with these.
 * @throws {NodeUnavailable}
 * @throws {OperatorError} when the node does not list one of them.
 */
export async function readPast(node: LightningNode, until?: PastUntil): Promise<NodePast> {
  const balances = await node.balances();
  const channels = await node.operations?.channels();
  return {
    balances,
    channels: channels?.length,
    payments: await readPayments(node, until),
    receipts: await readReceipts(node, until),
    hasOpenInvoices: until === undefined ? await node.hasOpenInvoices() : undefined,
  };
}

const EMPTY = { count: 0, unreadable: 0, newest: undefined, cursor: "", hashes: [] } as const;

async function readPayments(node: LightningNode, until: PastUntil | undefined): Promise<NodePast["payments"]> {
  if (until !== undefined && until.payment === undefined) return EMPTY;
  let [count, unreadable, cursor] = [0, 0, ""];
  let newest: OutgoingRecord | undefined;
  let settledHash: Uint8Array | undefined;
  const hashes: Uint8Array[] = [];
  for (;;) {
    const listed = await node.outgoing(cursor);
    const end = endOf(listed, ({ paymentHash }) => paymentHash, until?.payment);
    const items = listed.slice(0, end);
    const last = lastOf(items, cursor);
    if (last === undefined && until !== undefined) throw notListed("payment");
    if (last === undefined) return { count, unreadable, newest, cursor, hashes, settledHash };
    const records = items.filter((item) => item.kind === "payment");
    [count, unreadable] = [count + items.length, unreadable + items.length - records.length];
    [cursor, newest] = [last.cursor, records.at(-1) ?? newest];
    settledHash = records.findLast(({ status }) => status.kind === "settled")?.paymentHash ?? settledHash;
    hashes.push(...items.flatMap(costing));
    if (end !== undefined) return { count, unreadable, newest, cursor, hashes, settledHash };
  }
}

/** The hash of one that took money, or may. */
function costing(item: OutgoingItem): readonly Uint8Array[] {
  if (item.paymentHash === undefined) return [];
  return item.kind === "payment" && item.status.kind === "failed" ? [] : [item.paymentHash];
}

async function readReceipts(node: LightningNode, until: PastUntil | undefined): Promise<NodePast["receipts"]> {
  if (until !== undefined && until.receipt === undefined) return EMPTY;
  let [count, unreadable, cursor] = [0, 0, ""];
  let newest: Receipt | undefined;
  const hashes: Uint8Array[] = [];
  for (;;) {
    const listed = await node.received(cursor, 0);
    const end = endOf(listed, (item) => (item.kind === "receipt" ? item.paymentHash : undefined), until?.receipt);
    const items = listed.slice(0, end);
    const last = lastOf(items, cursor);
    if (last === undefined && until !== undefined) throw notListed("receipt");
    if (last === undefined) return { count, unreadable, newest, cursor, hashes };
    const read = items.filter((item) => item.kind === "receipt");
    [count, unreadable] = [count + items.length, unreadable + items.length - read.length];
    [cursor, newest] = [last.cursor, read.at(-1) ?? newest];
    hashes.push(...read.map(({ paymentHash }) => paymentHash));
    if (end !== undefined) return { count, unreadable, newest, cursor, hashes };
  }
}

/** @throws {NodeUnavailable} when it does not lead on: the list would be read without an end. */
function lastOf<Item extends { readonly cursor: string }>(items: readonly Item[], cursor: string): Item | undefined {
  const last = items.at(-1);
  if (last?.cursor === cursor || last?.cursor === "") throw new NodeUnavailable("the node's list does not go on");
  return last;
}

/** How many of a page belong to a past that ends with this hash; undefined: it goes on, or has no known end. */
function endOf<Item>(
  page: readonly Item[],
  hashOf: (item: Item) => Uint8Array | undefined,
  last: Uint8Array | undefined,
): number | undefined {
  const at = page.findIndex((item) => {
    const hash = hashOf(item);
    return hash !== undefined && last !== undefined && bytesToHex(hash) === bytesToHex(last);
  });
  return at === -1 ? undefined : at + 1;
}

function notListed(what: string): OperatorError {
  return new OperatorError(
    `the node does not list the last ${what} any more that it had made before it became the service's`,
    "What it did since then cannot be told from what it did before. Restore a newer copy of the database.",
  );
}
