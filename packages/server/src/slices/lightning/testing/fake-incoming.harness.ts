import { createHash, randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { invoiceNetwork } from "#protocol/bolt11.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import type { Network } from "../model/node-info.ts";
import type { CreatedInvoice, IncomingStatus, InvoiceRequest, ReceivedItem } from "../port.ts";
import type { FakeNews } from "./fake-news.harness.ts";

/** What the fake node receives. */
export type FakeIncoming = {
  /** By payment hash (hex). A test may set what the node says. */
  readonly invoices: Map<string, IncomingStatus>;
  /** In order; the cursor is the place in this list, counted from 1. */
  readonly receipts: ReceivedItem[];
  create(request: InvoiceRequest): CreatedInvoice;
  cancel(paymentHash: Uint8Array): "cancelled" | "settled" | "not_found";
  /** A payment arrives and settles, whatever the node knows of the hash. */
  receive(paymentHash: Uint8Array, amount: bigint, settledAt?: Date): void;
  /** An item that no adapter can read takes the next place. */
  receiveUnreadable(detail: string): void;
  /** Somebody pays an invoice of this node. False when it takes no payment. */
  payInvoice(invoice: string): boolean;
  /** What all receipts brought, without what the backend kept. */
  received(): bigint;
  forget(): void;
};

export type FakeIncomingOptions = {
  readonly clock: Clock;
  readonly key: Uint8Array;
  readonly network: Network;
  /** What the backend keeps of a receipt. */
  readonly costOf: (amount: Msats) => Msats;
  readonly news: FakeNews;
};

type Issued = { readonly paymentHash: Uint8Array; readonly amount: Msats; readonly expiresAt: Date };

export function createFakeIncoming({ clock, key, network, costOf, news }: FakeIncomingOptions): FakeIncoming {
  const invoices = new Map<string, IncomingStatus>();
  const receipts: ReceivedItem[] = [];
  const issued = new Map<string, Issued>();
  const preimages = new Map<string, Uint8Array>();
  let received = 0n;

  const push = (item: ReceivedItem) => {
    receipts.push(item);
    news.announce();
  };
  const cursor = () => String(receipts.length + 1);

  const incoming: FakeIncoming = {
    invoices,
    receipts,
    create({ amount, description, expirySeconds }) {
      const preimage = Uint8Array.from(randomBytes(32));
      const paymentHash = Uint8Array.from(createHash("sha256").update(preimage).digest());
      preimages.set(bytesToHex(paymentHash), preimage);
      const timestamp = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
      const expiresAt = new Date(timestamp.getTime() + expirySeconds * 1_000);
      const fields = {
        network: invoiceNetwork(network),
        amount,
        paymentHash,
        paymentSecret: randomBytes(32),
        timestamp,
        description,
      };
      const invoice = encodeInvoice({ ...fields, expirySeconds }, key);
      issued.set(invoice, { paymentHash, amount, expiresAt });
      invoices.set(bytesToHex(paymentHash), { kind: "unpaid" });
      return { invoice, paymentHash, expiresAt };
    },
    cancel(paymentHash) {
      const hash = bytesToHex(paymentHash);
      const status = invoices.get(hash);
      if (status === undefined) return "not_found";
      if (status.kind === "settled") return "settled";
      invoices.set(hash, { kind: "cancelled" });
      return "cancelled";
    },
    receive(paymentHash, amount, settledAt = clock.now()) {
      const paid = msats(amount);
      const money = { amount: paid, cost: costOf(paid), settledAt };
      received += money.amount - money.cost;
      const preimage = preimages.get(bytesToHex(paymentHash));
      invoices.set(bytesToHex(paymentHash), { kind: "settled", ...money, ...(preimage && { preimage }) });
      push({ kind: "receipt", cursor: cursor(), paymentHash, ...money });
    },
    receiveUnreadable: (detail) => push({ kind: "unreadable", cursor: cursor(), place: cursor(), detail }),
    payInvoice(invoice) {
      const draft = issued.get(invoice);
      if (draft === undefined || draft.expiresAt <= clock.now()) return false;
      if (invoices.get(bytesToHex(draft.paymentHash))?.kind !== "unpaid") return false;
      incoming.receive(draft.paymentHash, draft.amount);
      return true;
    },
    received: () => received,
    forget() {
      invoices.clear();
      issued.clear();
      receipts.splice(0);
    },
  };
  return incoming;
}
