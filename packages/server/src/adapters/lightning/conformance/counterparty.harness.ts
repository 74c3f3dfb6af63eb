import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { msats } from "#kernel/money.ts";
import {
  CLTV_LIMIT_BLOCKS,
  type KeysendRequest,
  type LightningNode,
  type OutgoingItem,
  PAY_DEADLINE_MS,
  type PaymentFailureReason,
  type ReceivedItem,
  type SendOutcome,
  type SendRequest,
} from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";

/** Somebody on the other side of a route that charges fees. */
export type Counterparty = {
  /** Its public key. It takes payments without an invoice. */
  nodeId(): Promise<string>;
  /**
   * Wants to be paid; without `msats` what the payer chooses. With `hold` the payment stays in flight until `settle` or
   * `fail`.
   */
  invoice(request: {
    readonly msats?: bigint;
    readonly expirySeconds?: number;
    readonly hold?: boolean;
  }): Promise<Wanted>;
  settle(paymentHash: Uint8Array): Promise<void>;
  fail(paymentHash: Uint8Array): Promise<void>;
  /** True when a payment for the hash has arrived and is held. */
  isHeld(paymentHash: Uint8Array): Promise<boolean>;
  /** What arrived for the hash, in all. */
  receivedMsats(paymentHash: Uint8Array): Promise<bigint>;
  /** Pays. False when the payment failed. */
  pay(invoice: string): Promise<boolean>;
};

export type Wanted = { readonly invoice: string; readonly paymentHash: Uint8Array; readonly expiresAt: Date };

export type Conformance = {
  readonly node: LightningNode;
  readonly counterparty: Counterparty;
  /** The same adapter, where no connection to a node stands. */
  readonly unreachable: LightningNode;
  /** The chain that the node is on. */
  readonly chain: {
    /** Mines blocks. Resolves when the node has seen them. */
    mine(blocks: number): Promise<void>;
    /** What an address was paid in blocks, in msats. */
    receivedAt(address: string): Promise<bigint>;
  };
  /** Lets the node receive an item that the adapter cannot read. Absent where the node cannot be brought to it. */
  readonly receiveUnreadable?: () => Promise<void>;
  /**
   * Lets the node's list have one of its payments, that of this hash, as something that the adapter cannot read. Absent
   * where the node cannot be brought to it.
   */
  readonly makeUnreadable?: (paymentHash: Uint8Array) => Promise<void>;
  /** Forwards a payment of others, which earns so many msats. Absent where the node cannot be brought to it. */
  readonly forward?: (fee: bigint) => Promise<void>;
  /** When the backend says why a payment failed; absent: always. `at_once`: to the call that sent it alone. */
  readonly saysWhy?: "at_once" | "never";
  /** False: the backend does not say what is in HTLCs. */
  readonly saysHtlcs?: false;
  /** Ends the node without warning and resolves when a new one can send. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type ListedPayment = Extract<OutgoingItem, { readonly kind: "payment" }>;
type ReceivedReceipt = Extract<ReceivedItem, { readonly kind: "receipt" }>;

export const FEE_LIMIT = msats(20_000n);
/** For a backend that limits no fees: more than it takes for the amounts used here. */
const ANY_FEE = msats(1_000_000n);

type Limits = Partial<
  Pick<SendRequest, "amount" | "feeLimit" | "cltvLimitBlocks" | "deadlineMonotonicMs" | "onReference">
>;

export function pay(
  node: LightningNode,
  { invoice, paymentHash, expiresAt }: Wanted,
  limits: Limits = {},
): Promise<SendOutcome> {
  return node.pay({
    invoice,
    paymentHash,
    expiresAt,
    amount: undefined,
    feeLimit: node.capabilities.feeLimit.kind === "exact" ? FEE_LIMIT : ANY_FEE,
    cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
    deadlineMonotonicMs: machineClock.monotonicMs() + PAY_DEADLINE_MS,
    onReference: () => undefined,
    ...limits,
  });
}

/** Pays the counterparty without an invoice. */
export async function keysend(
  { node, counterparty }: Pick<Conformance, "node" | "counterparty">,
  { preimage = randomBytes(32), ...changes }: Partial<KeysendRequest> = {},
): Promise<{ readonly paymentHash: Uint8Array; readonly outcome: SendOutcome }> {
  const paymentHash = sha256(preimage);
  const outcome = await node.keysend({
    nodeId: await counterparty.nodeId(),
    preimage,
    paymentHash,
    amount: msats(1_000_000n),
    records: [],
    feeLimit: FEE_LIMIT,
    cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
    expiresAt: new Date(machineClock.now().getTime() + 3_600_000),
    deadlineMonotonicMs: machineClock.monotonicMs() + PAY_DEADLINE_MS,
    onReference: () => undefined,
    ...changes,
  });
  return { paymentHash, outcome };
}

/** What the call that sends says of a failure for one of these reasons. */
export function failedFor({ saysWhy }: Conformance, ...reasons: readonly PaymentFailureReason[]) {
  return { kind: "failed", reason: saysWhy === "never" ? "other" : expect.toBeOneOf([...reasons]) };
}

/** What is said of it afterwards. */
export function foundFailedFor({ saysWhy }: Conformance, ...reasons: readonly PaymentFailureReason[]) {
  return { kind: "failed", reason: saysWhy === undefined ? expect.toBeOneOf([...reasons]) : "other" };
}

export function invoiceOf(node: LightningNode, amount: bigint) {
  return node.createInvoice({
    amount: msats(amount),
    description: { kind: "text", text: "conformance" },
    expirySeconds: 600,
  });
}

/** Receives a payment and returns its hash. */
export async function receive({ node, counterparty }: Conformance, amount: bigint): Promise<Uint8Array> {
  const { invoice, paymentHash } = await invoiceOf(node, amount);
  expect(await counterparty.pay(invoice)).toBe(true);
  await expect.poll(async () => (await node.lookupIncoming(paymentHash)).kind).toBe("settled");
  return paymentHash;
}

/** `amount`, or what of it a backend can pay and ask for that takes whole sats only. */
export function payable({ capabilities }: LightningNode, amount: bigint): bigint {
  return capabilities.wholeSats ? amount - (amount % 1_000n) : amount;
}

/** Every receipt that can be read after the cursor. */
export async function allReceipts(node: LightningNode, after: string): Promise<ReceivedReceipt[]> {
  const page = await node.received(after, 0);
  const last = page.at(-1);
  expect(page.map(({ cursor }) => cursor)).not.toContain(""); // it would begin anew
  if (last === undefined) return [];
  return [...page.filter((item) => item.kind === "receipt"), ...(await allReceipts(node, last.cursor))];
}

/** Every payment of the node's list that can be read after the cursor. */
export async function allOutgoing(node: LightningNode, after: string): Promise<ListedPayment[]> {
  const page = await node.outgoing(after);
  const last = page.at(-1);
  expect(page.map(({ cursor }) => cursor)).not.toContain("");
  return last === undefined ? [] : [...paymentsIn(page), ...(await allOutgoing(node, last.cursor))];
}

/** Those of a page that can be read. */
export function paymentsIn(page: readonly OutgoingItem[]): ListedPayment[] {
  return page.filter((item) => item.kind === "payment");
}

/** Without their cursors: the same item may be reported with another one. */
export function itemsOf(page: readonly { readonly cursor: string }[]): readonly unknown[] {
  return page.map(({ cursor: _, ...item }) => item);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash("sha256").update(bytes).digest());
}
