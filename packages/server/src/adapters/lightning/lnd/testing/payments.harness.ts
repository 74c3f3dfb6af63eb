import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { ChannelHtlc, LndChannel, LndChannels } from "./channels.harness.ts";
import { RpcError } from "./fields.harness.ts";
import type { Order } from "./orders.harness.ts";
import type { FailureReason, LndAttempt, LndPayment } from "./payment-json.harness.ts";
import type { Recipients } from "./recipients.harness.ts";

/**
 * `bbolt`: a new try of a failed hash replaces its record, under a new index. `sql`: the newest payment's index is
 * given again.
 */
export type DatabaseKind = "bbolt" | "sql";

/** Where the node is with a payment when it dies: each is a row of the table of kills. */
export type Instant = "before_storing" | "stored" | "attempt_stored" | "htlc_sent";

export type LndPayments = {
  readonly all: LndPayment[];
  /** The next payment gets so far; then the node dies. */
  dieAt: Instant | undefined;
  /** Into how many parts a payment is cut at least. */
  parts: number;
  /** So many of them do not arrive: the recipient holds the others. */
  lostParts: number;
  /** Nanoseconds since 1970, each later than the one before. A test may set what comes next. */
  nowNs: () => bigint;
  /** Begins. @throws {RpcError} with code 6 when the hash is in flight or paid. */
  begin(order: Order): void;
  find(hash: string): LndPayment | undefined;
  /** Every change of one payment, or of all. Returns what ends it. */
  follow(hash: string | undefined, listener: (payment: LndPayment) => void): () => void;
  isHeld(hash: string): boolean;
  /** The recipient takes what it holds, all but the last `leaving` parts. */
  settle(hash: string, how?: { readonly leaving?: number; readonly reason?: FailureReason }): void;
  /** What it holds goes back; the payment fails with the reason. */
  giveBack(hash: string, reason?: FailureReason): void;
  cancel(hash: string): void;
  /** The process ends, and begins again. */
  died(): void;
  started(): void;
  /** Keeps the records as they are now. The call that is returned puts them back. */
  keep(): () => void;
  routeTo(payee: string, amount: bigint): { readonly fee: bigint; readonly timeLock: number } | undefined;
};

export type PaymentOptions = {
  readonly clock: Clock;
  readonly database: DatabaseKind;
  readonly channels: LndChannels;
  readonly recipients: Recipients;
  readonly height: () => number;
  readonly die: () => void;
};

/** A part of a payment, and the channel that can carry it. */
type Share = { readonly amount: bigint; readonly channel: LndChannel };

type Flying = { readonly hash: string; readonly id: bigint; readonly channel: LndChannel; readonly htlc: ChannelHtlc };

const BASE_FEE = 1_000n;
const FEE_PPM = 100n;
/** Blocks of the router's hop, and what LND adds to the recipient's. */
const ROUTE_BLOCKS = 83;
const PARTS_MAX = 16;
/** Each start of the node begins its numbers at the next thousand. */
const RANGE = 1_000n;

export function createPayments(options: PaymentOptions): LndPayments {
  const { clock, database, channels, recipients, height } = options;
  const all: LndPayment[] = [];
  /** HTLCs are in the channels, whatever the records say. */
  const flying: Flying[] = [];
  const listeners = new Set<{ readonly hash: string | undefined; readonly listener: (payment: LndPayment) => void }>();
  const numbers = { index: 1n, attempt: 1n, ns: 0n };
  let life = 0;

  const find = (hash: string) => all.find((payment) => payment.hash === hash);
  const flightsOf = (hash: string) => flying.filter((flight) => flight.hash === hash);
  const emit = (payment: LndPayment) => {
    for (const { hash, listener } of [...listeners]) if (hash === undefined || hash === payment.hash) listener(payment);
  };
  /** Whether this is where the node dies; then it is dead when this returns. */
  const dies = (instant: Instant) => {
    if (payments.dieAt !== instant) return false;
    payments.dieAt = undefined;
    options.die();
    return true;
  };
  /** Goes on soon, unless the process has ended by then. */
  const later = (act: () => void) => {
    const born = life;
    setImmediate(() => born === life && act());
  };

  function fail(payment: LndPayment, reason: FailureReason): void {
    payment.status = "FAILED";
    payment.reason = reason;
    emit(payment);
    payment.attempts = []; // of a failed payment LND deletes them as soon as it has reported them
  }

  function nextIndex(): bigint {
    if (database === "bbolt") return numbers.index++;
    return all.reduce((newest, { index }) => (index > newest ? index : newest), 0n) + 1n;
  }

  function route(payment: LndPayment, order: Order): void {
    const way = wayOf(order);
    if (typeof way === "string") fail(payment, way);
    else travel(payment, order, way);
  }

  function wayOf(order: Order): readonly Share[] | FailureReason {
    const way = payments.routeTo(order.payee, 0n);
    if (way === undefined || order.finalCltv + ROUTE_BLOCKS > order.cltvLimit) return "FAILURE_REASON_NO_ROUTE";
    const shares = share(order.amount, payments.parts, channels);
    if (shares === undefined) return "FAILURE_REASON_INSUFFICIENT_BALANCE";
    const fee = shares.reduce((sum, { amount }) => sum + feeOf(amount), 0n);
    return fee > order.feeLimit ? "FAILURE_REASON_NO_ROUTE" : shares;
  }

  function travel(payment: LndPayment, order: Order, shares: readonly Share[]): void {
    const attempts = shares.map(({ amount, channel }): LndAttempt & { readonly channel: LndChannel } => ({
      id: numbers.attempt++,
      chanId: channel.chanId,
      peer: channel.peer,
      payee: order.payee,
      amount,
      fee: feeOf(amount),
      timeLock: height() + order.finalCltv + ROUTE_BLOCKS,
      startedNs: payments.nowNs(),
      resolvedNs: 0n,
      status: "IN_FLIGHT",
      channel,
    }));
    payment.attempts = attempts.map(({ channel, ...attempt }) => attempt);
    emit(payment);
    if (dies("attempt_stored")) return;
    const lost = payment.attempts.slice(attempts.length - payments.lostParts);
    for (const [i, { channel, id, amount, fee, timeLock }] of attempts.entries()) {
      if (i >= attempts.length - lost.length) continue;
      const paymentHash = Buffer.from(payment.hash, "hex");
      const htlc = { paymentHash, amount: amount + fee, isOutgoing: true, expiresAtBlock: timeLock };
      channels.offer(channel, htlc);
      flying.push({ hash: payment.hash, id, channel, htlc });
    }
    for (const attempt of lost) Object.assign(attempt, { status: "FAILED", resolvedNs: payments.nowNs() });
    if (lost.length > 0) emit(payment);
    dies("htlc_sent");
    const arrived = order.amount - lost.reduce((sum, { amount }) => sum + amount, 0n);
    setImmediate(() => arrive(order, arrived)); // the recipient lives on when the node does not
  }

  /** What the recipient does with what has arrived. */
  function arrive(order: Order, arrived: bigint): void {
    const isKeysend = order.preimage !== undefined && bytesToHex(sha256(order.preimage)) === order.hash;
    if (isKeysend && order.preimage !== undefined && !recipients.known.has(order.hash)) {
      const { preimage } = order;
      const fresh = { preimage, amount: order.amount, hold: false, isCancelled: false, arrived: 0n, received: 0n };
      recipients.known.set(order.hash, fresh);
    }
    const recipient = recipients.known.get(order.hash);
    if (recipient === undefined || recipient.isCancelled || recipient.received > 0n) {
      payments.giveBack(order.hash);
      return;
    }
    recipient.arrived += arrived;
    if (!recipient.hold && recipient.arrived >= (recipient.amount ?? order.amount)) payments.settle(order.hash);
  }

  function resolve(flight: Flying, to: "taken" | "given_back"): LndAttempt | undefined {
    flying.splice(flying.indexOf(flight), 1);
    if (flight.channel.htlcs.includes(flight.htlc)) channels.resolve(flight.channel, flight.htlc, to);
    const attempt = find(flight.hash)?.attempts.find(({ id }) => id === flight.id);
    if (attempt !== undefined) attempt.resolvedNs = payments.nowNs();
    return attempt;
  }

  const payments: LndPayments = {
    all,
    dieAt: undefined,
    parts: 1,
    lostParts: 0,
    nowNs() {
      const now = BigInt(clock.now().getTime()) * 1_000_000n;
      numbers.ns = now > numbers.ns ? now + 800_106n : numbers.ns + 1n;
      return numbers.ns;
    },
    begin(order) {
      if (dies("before_storing")) return;
      const known = find(order.hash);
      if (known !== undefined && known.status !== "FAILED") {
        if (database === "bbolt") numbers.index++; // a refused one uses up a number
        const words = known.status === "IN_FLIGHT" ? "payment is in transition" : "invoice is already paid";
        const more = "failed to initialize payment: payment is not initializable: ";
        throw new RpcError(6, database === "sql" ? `${more}${words}` : words);
      }
      if (known !== undefined) all.splice(all.indexOf(known), 1);
      const payment: LndPayment = {
        index: nextIndex(),
        createdNs: payments.nowNs(),
        hash: order.hash,
        amount: order.amount,
        request: order.request,
        status: "IN_FLIGHT",
        reason: "FAILURE_REASON_NONE",
        preimage: undefined,
        attempts: [],
      };
      all.push(payment);
      later(() => {
        emit(payment);
        if (!dies("stored")) later(() => route(payment, order));
      });
    },
    find,
    follow(hash, listener) {
      const entry = { hash, listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    isHeld: (hash) => (recipients.known.get(hash)?.arrived ?? 0n) > 0n && flightsOf(hash).length > 0,
    settle(hash, { leaving = 0, reason = "FAILURE_REASON_NONE" } = {}) {
      const recipient = recipients.known.get(hash);
      if (recipient === undefined) throw new Error("no recipient has this hash");
      const flights = flightsOf(hash);
      if (flights.length === 0) throw new Error("no payment is held for this hash");
      const payment = find(hash);
      for (const flight of flights.slice(0, flights.length - leaving)) {
        const attempt = resolve(flight, "taken");
        if (attempt !== undefined) attempt.status = "SUCCEEDED";
        const amount = flight.htlc.amount - (attempt?.fee ?? 0n);
        recipient.received += amount;
        recipient.arrived -= amount;
      }
      if (payment === undefined) return;
      payment.preimage = bytesToHex(recipient.preimage);
      payment.reason = reason;
      if (flightsOf(hash).length === 0) payment.status = "SUCCEEDED";
      emit(payment);
    },
    giveBack(hash, reason = "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS") {
      const recipient = recipients.known.get(hash);
      if (recipient !== undefined) recipient.arrived = 0n;
      for (const flight of flightsOf(hash)) {
        const attempt = resolve(flight, "given_back");
        if (attempt !== undefined) attempt.status = "FAILED";
      }
      const payment = find(hash);
      if (payment?.status !== "IN_FLIGHT") return;
      payment.reason = reason;
      emit(payment); // in flight still, and it says already why it fails
      fail(payment, reason);
    },
    cancel(hash) {
      const payment = find(hash);
      if (payment?.status === "IN_FLIGHT") payment.reason = "FAILURE_REASON_CANCELED";
    },
    died() {
      life += 1;
      listeners.clear();
    },
    started() {
      numbers.index = (numbers.index / RANGE + 1n) * RANGE;
      numbers.attempt = (numbers.attempt / RANGE + 1n) * RANGE;
      for (const payment of all)
        if (payment.status === "IN_FLIGHT" && payment.attempts.length === 0) fail(payment, "FAILURE_REASON_NO_ROUTE");
    },
    keep() {
      const [records, index] = [structuredClone(all), numbers.index];
      return () => {
        all.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(records));
        numbers.index = index;
      };
    },
    routeTo(payee, amount) {
      if (payee !== recipients.nodeId) return undefined;
      return { fee: feeOf(amount), timeLock: height() + 80 + ROUTE_BLOCKS };
    },
  };
  return payments;
}

/** Of the router, for one part. */
function feeOf(amount: bigint): bigint {
  return BASE_FEE + (amount * FEE_PPM) / 1_000_000n;
}

/** Cuts an amount into equal parts that the channels can carry; undefined when they cannot. */
function share(amount: bigint, least: number, channels: LndChannels): readonly Share[] | undefined {
  for (let parts = least; parts <= PARTS_MAX; parts += 1) {
    const left = new Map(channels.active().map((channel) => [channel, channels.sendable(channel)]));
    const shares: Share[] = [];
    for (let i = 0; i < parts; i += 1) {
      const part = amount / BigInt(parts) + (i === 0 ? amount % BigInt(parts) : 0n);
      const [channel, most] = [...left].reduce<readonly [LndChannel | undefined, bigint]>(
        (best, one) => (one[1] > best[1] ? one : best),
        [undefined, 0n],
      );
      if (channel === undefined || most < part + feeOf(part)) break;
      left.set(channel, most - part - feeOf(part));
      shares.push({ amount: part, channel });
    }
    if (shares.length === parts) return shares;
  }
  return undefined;
}
