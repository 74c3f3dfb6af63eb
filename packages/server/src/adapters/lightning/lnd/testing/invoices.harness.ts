import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import type { ChannelHtlc, LndChannel, LndChannels } from "./channels.harness.ts";
import { type Fields, RpcError } from "./fields.harness.ts";

/** An invoice as the node's database has it. Amounts in msats, times in seconds. */
export type LndInvoice = {
  readonly addIndex: bigint;
  settleIndex: bigint;
  /** Lower-case hex. */
  readonly hash: string;
  readonly preimage: string;
  readonly memo: string;
  readonly descriptionHash: Uint8Array;
  readonly value: bigint;
  readonly expirySeconds: bigint;
  readonly createdS: bigint;
  settledS: bigint;
  readonly request: string;
  state: "OPEN" | "ACCEPTED" | "SETTLED" | "CANCELED";
  paid: bigint;
  readonly isKeysend: boolean;
  readonly isPrivate: boolean;
  /** Fields of the answer that are other than they should be. */
  readonly overlaid: object;
};

export type LndInvoices = {
  readonly all: LndInvoice[];
  /** @throws {RpcError} */
  add(fields: Fields): object;
  find(hash: string): LndInvoice | undefined;
  /** @throws {RpcError} */
  cancel(hash: string): void;
  /** New invoices behind one index and settled ones behind another. Returns what ends it. */
  subscribe(from: Cursors, listener: (invoice: LndInvoice) => void): () => void;
  /** The counterparty pays. False: the node does not take it. */
  pay(request: string, how?: { readonly amount?: bigint; readonly isHeld?: boolean }): boolean;
  /** The counterparty sends without an invoice. Returns the payment hash. */
  keysend(amount: bigint): string;
  /** An invoice of which a field is as no LND writes it, paid. */
  receiveUnreadable(overlaid: object): void;
  /** Its AMP invoice is paid once more, by a set of its own. Returns the place of that. */
  receiveAmp(amount: bigint): string;
  settleHeld(hash: string): void;
  died(): void;
  keep(): () => void;
};

export type Cursors = { readonly addIndex: bigint; readonly settleIndex: bigint };

export type InvoiceOptions = {
  readonly clock: Clock;
  readonly key: Uint8Array;
  readonly channels: LndChannels;
};

const DAY_S = 86_400n;
const YEAR_S = 31_536_000n;
const MEMO_BYTES_MAX = 639;
const VALUE_MAX = 10_000_000_000_000_000n;

export function createInvoices({ clock, key, channels }: InvoiceOptions): LndInvoices {
  const all: LndInvoice[] = [];
  const listeners = new Set<(invoice: LndInvoice) => void>();
  const held = new Map<string, { readonly channel: LndChannel; readonly htlc: ChannelHtlc }>();
  const nowS = () => BigInt(Math.floor(clock.now().getTime() / 1_000));
  const newest = () => all.reduce((index, { settleIndex }) => (settleIndex > index ? settleIndex : index), 0n);
  const emit = (invoice: LndInvoice) => {
    for (const listener of [...listeners]) listener(invoice);
  };

  /** LND cancels what has expired by itself. */
  function sweep(): void {
    for (const invoice of all)
      if (invoice.state === "OPEN" && invoice.request !== "" && nowS() >= invoice.createdS + invoice.expirySeconds)
        invoice.state = "CANCELED";
  }

  function push(draft: Partial<LndInvoice> & Pick<LndInvoice, "hash" | "preimage">): LndInvoice {
    const invoice: LndInvoice = {
      addIndex: (all.at(-1)?.addIndex ?? 0n) + 1n,
      settleIndex: 0n,
      memo: "",
      descriptionHash: new Uint8Array(0),
      value: 0n,
      expirySeconds: 0n,
      createdS: nowS(),
      settledS: 0n,
      request: "",
      state: "OPEN",
      paid: 0n,
      isKeysend: false,
      isPrivate: false,
      overlaid: {},
      ...draft,
    };
    all.push(invoice);
    emit(invoice);
    return invoice;
  }

  function settle(invoice: LndInvoice): void {
    invoice.state = "SETTLED";
    invoice.settleIndex = newest() + 1n;
    invoice.settledS = nowS();
    emit(invoice);
  }

  /** An HTLC of the payer that is not decided yet. */
  function hold(invoice: LndInvoice, amount: bigint): void {
    const [channel] = channels.active();
    if (channel === undefined) throw new Error("no channel can receive");
    const htlc = { paymentHash: Buffer.from(invoice.hash, "hex"), amount, isOutgoing: false, expiresAtBlock: 215 };
    channels.offer(channel, htlc);
    held.set(invoice.hash, { channel, htlc });
    invoice.state = "ACCEPTED";
  }

  function letGo(invoice: LndInvoice, to: "taken" | "given_back"): void {
    const one = held.get(invoice.hash);
    if (one !== undefined) channels.resolve(one.channel, one.htlc, to);
    held.delete(invoice.hash);
  }

  const fresh = () => {
    const preimage = randomBytes(32);
    return { preimage: preimage.toString("hex"), hash: Buffer.from(sha256(preimage)).toString("hex") };
  };

  const invoices: LndInvoices = {
    all,
    add(fields) {
      const draft = readDraft(fields);
      const given = fields["r_preimage"] as Buffer | undefined;
      const { preimage, hash } =
        given === undefined
          ? fresh()
          : { preimage: given.toString("hex"), hash: Buffer.from(sha256(given)).toString("hex") };
      if (invoices.find(hash) !== undefined) throw new RpcError(2, "invoice with payment hash already exists");
      const createdS = nowS();
      const paymentSecret = randomBytes(32);
      const { memo, descriptionHash, value, expirySeconds } = draft;
      const request = encodeInvoice(
        {
          network: "regtest",
          paymentHash: Buffer.from(hash, "hex"),
          paymentSecret,
          timestamp: new Date(Number(createdS) * 1_000),
          description:
            descriptionHash.length > 0 ? { kind: "hash", sha256: descriptionHash } : { kind: "text", text: memo },
          expirySeconds: Number(expirySeconds),
          minFinalCltvExpiry: 80,
          features: [8, 14, 17, 25],
          ...(value > 0n && { amount: msats(value) }),
        },
        key,
      );
      const { addIndex } = push({ ...draft, hash, preimage, createdS, request });
      return {
        r_hash: Buffer.from(hash, "hex"),
        payment_request: request,
        add_index: addIndex,
        payment_addr: paymentSecret,
      };
    },
    find(hash) {
      sweep();
      return all.find((invoice) => invoice.hash === hash);
    },
    cancel(hash) {
      const invoice = invoices.find(hash);
      if (invoice === undefined) throw new RpcError(2, "unable to locate invoice");
      if (invoice.state === "SETTLED") throw new RpcError(2, "invoice already settled");
      letGo(invoice, "given_back");
      invoice.state = "CANCELED";
    },
    subscribe({ addIndex, settleIndex }, listener) {
      // Each of the two gives a past only from 1 on.
      const added = addIndex === 0n ? [] : all.filter((invoice) => invoice.addIndex > addIndex);
      const settled = all.filter((invoice) => settleIndex !== 0n && invoice.settleIndex > settleIndex);
      for (const invoice of added) listener({ ...invoice, state: "OPEN", settleIndex: 0n });
      for (const invoice of settled.sort((a, b) => Number(a.settleIndex - b.settleIndex))) listener(invoice);
      const live = (invoice: LndInvoice) => {
        // A cursor ahead of the node's own number silences what it settles.
        if (invoice.state === "SETTLED" ? invoice.settleIndex > settleIndex : invoice.state === "OPEN")
          listener(invoice);
      };
      listeners.add(live);
      return () => void listeners.delete(live);
    },
    pay(request, { amount, isHeld = false } = {}) {
      sweep();
      const invoice = all.find((one) => one.request === request);
      const paid = amount ?? invoice?.value ?? 0n;
      if (invoice?.state !== "OPEN" || paid === 0n || paid < invoice.value) return false;
      invoice.paid = paid;
      if (isHeld) hold(invoice, paid);
      else if (channels.receive(paid)) settle(invoice);
      else return false;
      return true;
    },
    keysend(amount) {
      const made = fresh();
      if (!channels.receive(amount)) throw new Error("no channel can receive so much");
      const invoice = push({ ...made, value: amount, isKeysend: true });
      invoice.paid = amount;
      settle(invoice);
      return made.hash;
    },
    receiveUnreadable(overlaid) {
      settle(push({ ...fresh(), isKeysend: true, overlaid }));
    },
    receiveAmp(amount) {
      const invoice =
        all.find(({ overlaid }) => "is_amp" in overlaid) ?? push({ ...fresh(), overlaid: { is_amp: true } });
      const [set, index] = [randomBytes(32).toString("hex"), newest() + 1n];
      invoice.settleIndex = index;
      invoice.state = "SETTLED";
      invoice.paid += amount;
      const { amp_invoice_state: before } = invoice.overlaid as { readonly amp_invoice_state?: object };
      const one = { state: "SETTLED", settle_index: index, settle_time: nowS(), amt_paid_msat: amount };
      Object.assign(invoice.overlaid, { settle_index: 0n, amp_invoice_state: { ...before, [set]: one } });
      emit(invoice);
      return `${invoice.hash}.${set}`;
    },
    settleHeld(hash) {
      const invoice = invoices.find(hash);
      if (invoice?.state !== "ACCEPTED") throw new Error("no payment is held for this hash");
      letGo(invoice, "taken");
      settle(invoice);
    },
    died: () => listeners.clear(),
    keep() {
      const records = structuredClone(all);
      return () => void all.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(records));
    },
  };
  return invoices;
}

function readDraft(fields: Fields) {
  const memo = (fields["memo"] as string | undefined) ?? "";
  const descriptionHash = (fields["description_hash"] as Uint8Array | undefined) ?? new Uint8Array(0);
  const sats = (fields["value"] as bigint | undefined) ?? 0n;
  const value = (fields["value_msat"] as bigint | undefined) ?? sats * 1_000n;
  const expirySeconds = (fields["expiry"] as bigint | undefined) || DAY_S;
  const bytes = Buffer.byteLength(memo);
  if (bytes > MEMO_BYTES_MAX)
    throw new RpcError(2, `data length too big to fit within 10 bits: ${Math.ceil((bytes * 8) / 5)}`);
  if (descriptionHash.length !== 0 && descriptionHash.length !== 32)
    throw new RpcError(2, `description hash is ${descriptionHash.length} bytes, must be 32`);
  if (expirySeconds > YEAR_S)
    throw new RpcError(2, `expiry of ${expirySeconds} seconds greater than max expiry of ${YEAR_S} seconds`);
  if (value < 0n) throw new RpcError(2, "amount cannot be negative");
  if (value > VALUE_MAX) throw new RpcError(2, "invoice amount is too large, max is 100000 BTC");
  return { memo, descriptionHash, value, expirySeconds, isPrivate: fields["private"] === true };
}

export function invoiceJson(invoice: LndInvoice): object {
  const { value, paid, state, isKeysend } = invoice;
  const isPaid = state === "ACCEPTED" || state === "SETTLED";
  const htlc = {
    chan_id: "139637976793088",
    htlc_index: 1n,
    amt_msat: paid,
    accept_height: 132,
    accept_time: invoice.createdS,
    resolve_time: invoice.settledS,
    expiry_height: 215,
    state,
    custom_records: { 106823: "AA==" },
    mpp_total_amt_msat: isKeysend ? 0n : paid,
    amp: null,
    custom_channel_data: "",
  };
  return {
    memo: invoice.memo,
    r_preimage: Buffer.from(invoice.preimage, "hex"),
    r_hash: Buffer.from(invoice.hash, "hex"),
    value: value / 1_000n,
    value_msat: value,
    settled: state === "SETTLED",
    creation_date: invoice.createdS,
    settle_date: invoice.settledS,
    payment_request: invoice.request,
    description_hash: invoice.descriptionHash,
    expiry: invoice.expirySeconds,
    fallback_addr: "",
    cltv_expiry: isKeysend ? 19n : 80n,
    route_hints: [],
    private: invoice.isPrivate,
    add_index: invoice.addIndex,
    settle_index: invoice.settleIndex,
    amt_paid: paid,
    amt_paid_sat: paid / 1_000n,
    amt_paid_msat: paid,
    state,
    htlcs: isPaid ? [htlc] : [],
    features: isKeysend ? "8" : "8,14,17,25",
    is_keysend: isKeysend,
    payment_addr: Buffer.alloc(32),
    is_amp: false,
    amp_invoice_state: {},
    is_blinded: false,
    blinded_path_config: null,
    ...invoice.overlaid,
  };
}
