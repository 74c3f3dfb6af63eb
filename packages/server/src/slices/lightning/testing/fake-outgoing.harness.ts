import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import type { HtlcEvidence } from "../model/htlc-evidence.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import type {
  Capabilities,
  Failed,
  FinishedPayment,
  InFlight,
  OutgoingItem,
  OutgoingStatus,
  PaymentFailureReason,
  SendOutcome,
  Settled,
} from "../port.ts";
import type { FakeNews } from "./fake-news.harness.ts";
import type { FakeAct, FakeRequest } from "./fake-plan.harness.ts";

/** Somebody that the fake node has a route to. */
export type FakeRecipient = {
  readonly preimage: Uint8Array;
  /** Holds the payment until `settle` or `giveBack`. */
  readonly hold: boolean;
  /** What arrived, in all. */
  received: bigint;
};

/** One attempt of the fake node. */
export type FakeAttempt = {
  readonly reference: string;
  readonly invoice: string;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly fee: Msats;
  status: Settled | Failed | InFlight;
};

/** What a request says about the payment itself. */
export type FakeDraft = Pick<
  FakeRequest,
  "invoice" | "paymentHash" | "amount" | "feeLimit" | "cltvLimitBlocks" | "keysend"
>;

/** What the fake node sends. */
export type FakeOutgoing = {
  /** By payment hash (hex). */
  readonly recipients: Map<string, FakeRecipient>;
  /** Attempts in the order in which they were begun; the cursor is the place in this list, counted from 1. */
  readonly attempts: FakeAttempt[];
  readonly finished: FinishedPayment[];
  /** Begins, unless the hash is known. Returns why nothing was sent, or the attempt that the answer is about. */
  begin(draft: FakeDraft, act: FakeAct): FakeAttempt | Exclude<SendOutcome, { kind: "in_flight" }>;
  status(paymentHash: Uint8Array, reference: string | undefined): OutgoingStatus;
  records(): readonly OutgoingItem[];
  /** Its list has the payment as something that cannot be read. `in_list`: a look-up, hash and amount can. */
  makeUnreadable(paymentHash: Uint8Array, where?: "in_list"): void;
  isHeld(paymentHash: Uint8Array): boolean;
  /** The recipient takes what it holds. */
  settle(paymentHash: Uint8Array): void;
  /** The recipient gives back what it holds. */
  giveBack(paymentHash: Uint8Array, reason?: PaymentFailureReason): void;
  /** The node was killed before the HTLC left: it calls the payment in flight for ever, and its money is in no HTLC. */
  lose(paymentHash: Uint8Array, htlcs: HtlcEvidence): void;
  /** What was lost settles after all. */
  settleLost(paymentHash: Uint8Array): void;
  /** A payment that had failed settles after all: nodes have done it. */
  settleFailed(paymentHash: Uint8Array): void;
  /** Amounts and fees of what has settled. */
  spent(): bigint;
  inFlight(): bigint;
  forget(): void;
};

export type FakeOutgoingOptions = {
  readonly clock: Clock;
  readonly nodeId: string;
  readonly capabilities: () => Capabilities;
  readonly feeOf: (amount: Msats) => Msats;
  /** Blocks for which the route locks money. */
  readonly routeBlocks: number;
  /** Another attempt is begun for a hash whose last one has failed, as most nodes do. */
  readonly retriesFailed: boolean;
  /** What the channels can send. */
  readonly spendable: () => bigint;
  readonly news: FakeNews;
};

export function createFakeOutgoing(options: FakeOutgoingOptions): FakeOutgoing {
  const { feeOf, retriesFailed, news } = options;
  const recipients = new Map<string, FakeRecipient>();
  const attempts: FakeAttempt[] = [];
  const finished: FinishedPayment[] = [];
  /** Also those that the node has forgotten: their HTLCs are in the channels all the same. */
  const flying = new Set<FakeAttempt>();
  const unreadable = new Map<string, "in_list" | "everywhere">();
  let spent = 0n;
  let references = 0;

  const newest = (paymentHash: Uint8Array) => attempts.findLast((attempt) => isSame(attempt.paymentHash, paymentHash));

  /** Of several attempts one that settled, else one in flight, else the newest. */
  const best = (paymentHash: Uint8Array) => {
    const all = attempts.filter((attempt) => isSame(attempt.paymentHash, paymentHash));
    const first = (kind: FakeAttempt["status"]["kind"]) => all.find(({ status }) => status.kind === kind);
    return first("settled") ?? first("in_flight") ?? all.at(-1);
  };

  function finish(attempt: FakeAttempt, status: Settled | Failed): void {
    attempt.status = status;
    flying.delete(attempt);
    if (status.kind === "settled") {
      spent += attempt.amount + status.fee;
      const recipient = recipients.get(bytesToHex(attempt.paymentHash));
      if (recipient !== undefined) recipient.received += attempt.amount;
    }
    if (attempts.includes(attempt)) finished.push({ paymentHash: attempt.paymentHash, status });
    news.announce();
  }

  /** What becomes of an attempt now; undefined: it stays in flight. */
  function outcomeOf(attempt: FakeAttempt, request: FakeDraft, act: FakeAct): Settled | Failed | undefined {
    if (act.kind === "fail") return { kind: "failed", reason: act.reason };
    const recipient = recipients.get(bytesToHex(attempt.paymentHash));
    const refusal = act.kind === "pay" ? routeRefusal(options, attempt, request, recipient) : undefined;
    if (refusal !== undefined) return { kind: "failed", reason: refusal };
    if (act.kind === "hold" || (act.kind === "pay" && recipient?.hold)) return undefined;
    const { preimage = recipient?.preimage, fee = attempt.fee } = act.kind === "settle" ? act : {};
    if (preimage === undefined) throw new Error("the fake node has no preimage to settle with");
    return { kind: "settled", preimage, fee };
  }

  const held = (paymentHash: Uint8Array) => [...flying].find((attempt) => isSame(attempt.paymentHash, paymentHash));
  const preimageOf = (paymentHash: Uint8Array) => {
    const recipient = recipients.get(bytesToHex(paymentHash));
    if (recipient === undefined) throw new Error("no recipient has this hash");
    return recipient.preimage;
  };

  return {
    recipients,
    attempts,
    finished,
    begin(request, act) {
      const known = newest(request.paymentHash);
      if (known !== undefined && !(retriesFailed && known.status.kind === "failed"))
        return known.invoice === request.invoice ? known : { kind: "not_sent", reason: "known_hash" };
      const draft = readDraft(options, request);
      if ("kind" in draft) return draft;

      const attempt: FakeAttempt = {
        reference: String(++references),
        invoice: request.invoice,
        paymentHash: request.paymentHash,
        amount: draft.amount,
        fee: feeOf(draft.amount),
        status: { kind: "in_flight" },
      };
      attempts.push(attempt);
      flying.add(attempt);
      const outcome = outcomeOf(attempt, request, act);
      if (outcome !== undefined) finish(attempt, outcome);
      return attempt;
    },
    status(paymentHash, reference) {
      if (unreadable.get(bytesToHex(paymentHash)) === "everywhere") throw new NodeUnavailable("no amount");
      const named = attempts.find((one) => one.reference === reference && isSame(one.paymentHash, paymentHash));
      const status = (named ?? best(paymentHash))?.status;
      const isOther = reference !== undefined && named === undefined && status?.kind === "failed";
      return status === undefined || isOther ? { kind: "not_found" } : status;
    },
    records: () =>
      attempts.map(({ paymentHash, amount, status }, i): OutgoingItem => {
        const [cursor, hash] = [String(i + 1), bytesToHex(paymentHash)];
        if (!unreadable.has(hash)) return { kind: "payment", cursor, paymentHash, amount, status };
        const read = unreadable.get(hash) === "in_list" ? { paymentHash, amount } : {};
        return { kind: "unreadable", cursor, place: `place ${cursor}`, detail: "no amount", ...read };
      }),
    makeUnreadable: (paymentHash, where) => void unreadable.set(bytesToHex(paymentHash), where ?? "everywhere"),
    isHeld: (paymentHash) => held(paymentHash) !== undefined,
    settle(paymentHash) {
      const attempt = held(paymentHash);
      if (attempt === undefined) throw new Error("no payment is held for this hash");
      finish(attempt, { kind: "settled", preimage: preimageOf(paymentHash), fee: attempt.fee });
    },
    giveBack(paymentHash, reason = "recipient_rejected") {
      const attempt = held(paymentHash);
      if (attempt === undefined) throw new Error("no payment is held for this hash");
      finish(attempt, { kind: "failed", reason });
    },
    lose(paymentHash, htlcs) {
      const attempt = newest(paymentHash);
      if (attempt?.status.kind !== "in_flight") throw new Error("no payment of this hash is in flight");
      attempt.status = { kind: "in_flight", htlcs };
      flying.delete(attempt);
    },
    settleLost(paymentHash) {
      const attempt = newest(paymentHash);
      if (attempt?.status.kind !== "in_flight") throw new Error("no payment of this hash is in flight");
      finish(attempt, { kind: "settled", preimage: preimageOf(paymentHash), fee: attempt.fee });
    },
    settleFailed(paymentHash) {
      const attempt = newest(paymentHash);
      if (attempt?.status.kind !== "failed") throw new Error("no payment of this hash has failed");
      finish(attempt, { kind: "settled", preimage: preimageOf(paymentHash), fee: attempt.fee });
    },
    spent: () => spent,
    inFlight: () => [...flying].reduce((sum, { amount, fee }) => sum + amount + fee, 0n),
    forget() {
      attempts.splice(0);
      finished.splice(0);
    },
  };
}

/** What a request asks for, or why the node does not begin. */
function readDraft(
  { clock, nodeId, capabilities }: FakeOutgoingOptions,
  { invoice: text, amount: given, keysend }: FakeDraft,
): { readonly amount: Msats } | Failed | Extract<SendOutcome, { kind: "not_sent" }> {
  if (keysend !== undefined) return { amount: keysend.amount };
  const invoice = readInvoice(text);
  const amount = invoice?.amount ?? given;
  if (invoice === undefined || amount === undefined) return { kind: "failed", reason: "other" };
  if (capabilities().wholeSats && amount % 1_000n !== 0n) return { kind: "failed", reason: "other" };
  if (invoice.payee === nodeId) return { kind: "failed", reason: "other" };
  if (invoice.expiresAt <= clock.now()) return { kind: "not_sent", reason: "expired" };
  return { amount };
}

function readInvoice(text: string): Invoice | undefined {
  try {
    return decodeInvoice(text);
  } catch {
    return undefined;
  }
}

/** Why no route is taken; undefined when one is. */
function routeRefusal(
  { capabilities, routeBlocks, spendable }: FakeOutgoingOptions,
  { fee }: FakeAttempt,
  { feeLimit, cltvLimitBlocks }: FakeDraft,
  recipient: FakeRecipient | undefined,
): PaymentFailureReason | undefined {
  const { feeLimit: limits, cltvLimit } = capabilities();
  // The attempt's own HTLC is out of the channels already.
  if (recipient === undefined || spendable() < 0n) return "no_route";
  if (cltvLimit && routeBlocks > cltvLimitBlocks) return "no_route";
  return limits.kind === "exact" && fee > feeLimit ? "fee_limit" : undefined;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
