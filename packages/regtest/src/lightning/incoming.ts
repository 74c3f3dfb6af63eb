import * as ldk from "lightningdevkit";
import { type CreatedInvoice, type IncomingState, PAGE_MAX, type ReceivedPayment } from "../control-api.ts";
import type { Store } from "../log/store.ts";
import { hex, unhex } from "./bytes.ts";
import type { Core } from "./core.ts";
import type { History, KnownInvoice, KnownReceipt } from "./history.ts";
import { need, some } from "./ldk.ts";
import { createWaiters } from "./waiters.ts";

export type CheckedInvoiceParams = {
  readonly msats: bigint | undefined;
  readonly description: { readonly text: string } | { readonly sha256: Uint8Array };
  readonly expirySeconds: number;
  readonly hold: boolean;
};

/** Invoices of this node and the payments that arrive for them. */
export type Incoming = {
  /** Resolves when the invoice is durable. */
  create(params: CheckedInvoiceParams): Promise<CreatedInvoice>;
  /** A held payment is failed. One that is being settled counts as settled: its preimage may have been sent. */
  cancel(hash: string): "cancelled" | "settled" | "not_found";
  state(hash: string): IncomingState;
  /** Settled payments in order, after the cursor. Waits up to `waitMs` for the first. */
  received(after: number, waitMs: number, signal: AbortSignal): Promise<readonly ReceivedPayment[]>;
  /** Settles a held payment. False when none is held. */
  settle(hash: string): boolean;
  /** Fails a held payment. False when none is held. */
  fail(hash: string): boolean;
  onClaimable(event: ldk.Event_PaymentClaimable): void;
  onClaimed(event: ldk.Event_PaymentClaimed): void;
  /** Removes held payments that the library has failed because of their expiry. */
  onBlock(height: number): void;
};

export type IncomingDeps = {
  readonly core: Core;
  readonly history: History;
  readonly store: Store;
  /** Resolves once all that is staged is durable. */
  readonly durable: () => Promise<void>;
  /** A payment for which there is no invoice is taken when it brings its preimage (BLIP 3). */
  readonly takesKeysend: boolean;
};

/** A payment that has arrived and is not settled yet. The library reports it only once, so it is stored. */
type Held = { readonly preimage: string; readonly deadlineHeight: number | undefined; readonly isSettling: boolean };

const HELD_PREFIX = "held/";
/**
 * The final delta of an invoice: long for a hold invoice, so that the blocks of a test do not expire it, but
 * below the 144 that payers accept (the library adds a few). BOLT 2 asks for 18.
 */
const FINAL_CLTV_BLOCKS = 24;
const FINAL_CLTV_HELD_BLOCKS = 120;

export function incoming({ core, history, store, durable, takesKeysend }: IncomingDeps): Incoming {
  const held = heldIn(store);
  const arrivals = createWaiters();
  const issue = invoiceIssuer(core);

  function hold(hash: string, payment: Held): void {
    held.set(hash, payment);
    store.put(`${HELD_PREFIX}${hash}`, encode(payment));
  }

  function release(hash: string): void {
    if (held.delete(hash)) store.remove(`${HELD_PREFIX}${hash}`);
  }

  function failHeld(hash: string): void {
    core.manager.fail_htlc_backwards(unhex(hash));
    release(hash);
  }

  /**
   * The invoice, when its payment may be accepted. The library knows neither the time nor what was settled or
   * cancelled.
   */
  function payable(hash: string, msats: bigint): KnownInvoice | undefined {
    const invoice = history.invoice(hash);
    const isOpen = !history.isCancelled(hash) && history.receipt(hash) === undefined && !held.has(hash);
    return invoice !== undefined && isOpen && Date.now() <= invoice.expiresAt && msats >= invoice.msats
      ? invoice
      : undefined;
  }

  return {
    async create(params) {
      const invoice = issue(params);
      const expiresAt = Number(invoice.duration_since_epoch() + invoice.expiry_time()) * 1_000;
      const paymentHash = hex(invoice.payment_hash());
      const least = String(params.msats ?? 0n);
      history.add({ kind: "invoice", hash: paymentHash, msats: least, expiresAt, hold: params.hold });
      await durable();
      return { invoice: invoice.to_str(), paymentHash, expiresAt };
    },
    cancel(hash) {
      if (history.invoice(hash) === undefined) return "not_found";
      if (history.receipt(hash) !== undefined || held.get(hash)?.isSettling) return "settled";
      if (held.has(hash)) failHeld(hash);
      if (!history.isCancelled(hash)) history.add({ kind: "cancelled", hash });
      return "cancelled";
    },
    state(hash) {
      const receipt = history.receipt(hash);
      if (receipt !== undefined) return settled(receipt);
      if (held.has(hash)) return { kind: "held" };
      if (history.isCancelled(hash)) return { kind: "cancelled" };
      return { kind: history.invoice(hash) === undefined ? "not_found" : "unpaid" };
    },
    async received(after, waitMs, signal) {
      if (history.receipts().length <= after) await arrivals.wait(waitMs, signal);
      await durable();
      const page = history.receipts().slice(after, after + PAGE_MAX);
      return page.map(({ hash, msats, at }, i) => ({
        cursor: String(after + i + 1),
        paymentHash: hash,
        amountMsats: String(msats),
        settledAt: at,
      }));
    },
    settle(hash) {
      const payment = held.get(hash);
      if (payment === undefined || payment.isSettling) return false;
      hold(hash, { ...payment, isSettling: true });
      core.manager.claim_funds(unhex(payment.preimage));
      return true;
    },
    fail(hash) {
      const payment = held.get(hash);
      if (payment === undefined || payment.isSettling) return false;
      failHeld(hash);
      return true;
    },
    onClaimable(event) {
      const hash = hex(event.payment_hash);
      const preimage = some<Uint8Array>(event.purpose.preimage());
      const isKeysend = event.purpose instanceof ldk.PaymentPurpose_SpontaneousPayment;
      const isTaken = isKeysend
        ? takesKeysend && history.receipt(hash) === undefined
        : payable(hash, event.amount_msat) !== undefined;
      if (!isTaken || preimage === undefined) return core.manager.fail_htlc_backwards(event.payment_hash);
      const isHeld = !isKeysend && history.invoice(hash)?.hold === true;
      const deadlineHeight = some<number>(event.claim_deadline);
      hold(hash, { preimage: hex(preimage), deadlineHeight, isSettling: !isHeld });
      if (!isHeld) core.manager.claim_funds(preimage);
    },
    onClaimed(event) {
      const hash = hex(event.payment_hash);
      const preimage = held.get(hash)?.preimage;
      release(hash);
      // The library may repeat an event after a restart.
      if (history.receipt(hash) !== undefined) return;
      history.add({ kind: "received", hash, msats: String(event.amount_msat), at: Date.now(), preimage });
      arrivals.notify();
    },
    onBlock(height) {
      for (const [hash, { deadlineHeight, isSettling }] of held)
        if (!isSettling && deadlineHeight !== undefined && deadlineHeight <= height) release(hash);
    },
  };
}

function heldIn(store: Store): Map<string, Held> {
  const entries = [...store.keys(HELD_PREFIX)].map(
    (key) => [key.slice(HELD_PREFIX.length), decode(store.get(key))] as const,
  );
  return new Map(entries);
}

function settled({ msats, at, preimage }: KnownReceipt): IncomingState {
  return { kind: "settled", amountMsats: String(msats), settledAt: at, preimage };
}

/** Makes invoices. Their expiry counts from now, while the library's time is that of the newest block. */
function invoiceIssuer(core: Core): (params: CheckedInvoiceParams) => ldk.Bolt11Invoice {
  let libraryTime = BigInt(Math.floor(Date.now() / 1_000));
  return ({ msats, description, expirySeconds, hold }) => {
    const now = BigInt(Math.floor(Date.now() / 1_000));
    for (;;) {
      const expiry = Number(now + BigInt(expirySeconds) - libraryTime);
      const made = core.manager.create_bolt11_invoice(
        msats === undefined ? ldk.Option_u64Z.constructor_none() : ldk.Option_u64Z.constructor_some(msats),
        libraryDescription(description),
        ldk.Option_u32Z.constructor_some(Math.max(1, expiry)),
        ldk.Option_u16Z.constructor_some(hold ? FINAL_CLTV_HELD_BLOCKS : FINAL_CLTV_BLOCKS),
        ldk.Option_ThirtyTwoBytesZ.constructor_none(),
      );
      const invoice = need<ldk.Bolt11Invoice>(made, "making an invoice");
      if (invoice.duration_since_epoch() === libraryTime) return invoice;
      libraryTime = invoice.duration_since_epoch();
    }
  };
}

function libraryDescription(description: CheckedInvoiceParams["description"]): ldk.Bolt11InvoiceDescription {
  if ("sha256" in description)
    return ldk.Bolt11InvoiceDescription.constructor_hash(ldk.Sha256.constructor_from_bytes(description.sha256));
  const text = need<ldk.Description>(ldk.Description.constructor_new(description.text), "description");
  return ldk.Bolt11InvoiceDescription.constructor_direct(text);
}

function encode(held: Held): Uint8Array {
  return Buffer.from(JSON.stringify(held));
}

function decode(stored: Uint8Array | undefined): Held {
  return JSON.parse(Buffer.from(stored ?? []).toString("utf8")) as Held;
}
