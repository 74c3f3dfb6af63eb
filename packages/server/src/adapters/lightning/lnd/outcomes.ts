import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import { type FinishedPayment, type FinishedPayments, NodeUnavailable } from "#lightning";
import { Late } from "../errors.ts";
import type { Connections, LndStream } from "./connections.ts";
import { type LndPayment, paymentOf } from "./payment.ts";

/**
 * Outcomes of payments, as far as this process has heard of them. LND streams them as they happen and has neither a
 * past nor a cursor for it: what was under way when the stream broke is looked up.
 */
export type Outcomes = {
  /** A payment may be under way from now on. */
  begun(paymentHash: Uint8Array): void;
  /** What the node says of a payment. */
  saw(payment: LndPayment): void;
  finished(cursor: string, waitMs: number, signal?: AbortSignal): Promise<FinishedPayments>;
  close(): void;
};

export type OutcomesDeps = {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly lookUp: (paymentHash: Uint8Array) => Promise<LndPayment | undefined>;
};

/** Older ones are forgotten. */
const KEPT_MAX = 10_000;
const OPEN_MAX = 10_000;
const RECONNECT_MS = 1_000;
/** Between two look-ups of what is open while the stream is silent, which does not say that the node lives. */
const LOOK_MS = 10_000;
/** So many of them each time. */
const LOOKED_AT_MAX = 10;
/** The longest that one call waits. */
const WAIT_MAX_MS = 25_000;

export function createOutcomes({ connections, clock, lookUp }: OutcomesDeps): Outcomes {
  /** Names this list: cursors of another process mean nothing here. */
  const name = clock.now().getTime().toString(36);
  const kept: { readonly number: number; readonly payment: FinishedPayment; readonly key: string }[] = [];
  const known = new Set<string>();
  /** Hashes (hex) of which no outcome is known. */
  const open = new Set<string>();
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let count = 0;
  let isFollowing = false;

  function saw({ paymentHash, reference, status }: LndPayment): void {
    const hash = bytesToHex(paymentHash);
    if (status.kind === "in_flight") {
      if (open.size < OPEN_MAX) open.add(hash);
      return;
    }
    open.delete(hash);
    const key = `${hash}.${reference}`;
    if (known.has(key)) return;
    known.add(key);
    kept.push({ number: ++count, payment: { paymentHash, status }, key });
    if (kept.length > KEPT_MAX) known.delete(kept.shift()?.key ?? "");
    for (const wake of waiting) wake();
  }

  /** Of those that are open the ones whose last look-up is longest ago. */
  async function lookAtOpen(count: number): Promise<void> {
    for (const hash of [...open].slice(0, count)) {
      open.delete(hash);
      const payment = await lookUp(hexToBytes(hash)).catch((error: unknown) => {
        open.add(hash);
        throw error;
      });
      if (payment !== undefined) saw(payment);
    }
  }

  /** Until the connection breaks. @throws {NodeUnavailable} */
  async function followOnce(): Promise<void> {
    const connection = await connections.take();
    const end = () => connection.close();
    closing.signal.addEventListener("abort", end, { once: true });
    try {
      const stream = connection.stream({ method: "GET", path: "/v2/router/payments?no_inflight_updates=true" });
      await lookAtOpen(OPEN_MAX);
      while (await readUntilSilent(stream)) await lookAtOpen(LOOKED_AT_MAX);
    } finally {
      closing.signal.removeEventListener("abort", end);
      end();
    }
  }

  /** False at its end. @throws {NodeUnavailable} */
  async function readUntilSilent(stream: LndStream): Promise<boolean> {
    try {
      for (let message = await stream.next(LOOK_MS); message !== undefined; message = await stream.next(LOOK_MS))
        saw(paymentOf(message));
      return false;
    } catch (error) {
      if (error instanceof Late) return true;
      throw error;
    }
  }

  /** Never throws: what it does not hear, look-ups find. */
  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await followOnce();
      } catch (error) {
        if (!(error instanceof NodeUnavailable)) throw error;
      }
      await clock.sleep(RECONNECT_MS, closing.signal);
    }
  }

  const answer = (from: number): FinishedPayments => {
    const payments = kept.filter(({ number }) => number > from).map(({ payment }) => payment);
    return { cursor: `${name}.${count}`, payments };
  };
  /** The place in this list; undefined for one of another. */
  const placeOf = (cursor: string) => {
    const [list, number = ""] = cursor.split(".");
    return list === name ? Number(number) : undefined;
  };

  return {
    begun: (paymentHash) => void (open.size < OPEN_MAX && open.add(bytesToHex(paymentHash))),
    saw,
    async finished(cursor, waitMs, signal) {
      connections.giveBack(await connections.take()); // the required node is there
      if (!isFollowing) void follow();
      isFollowing = true;
      const from = placeOf(cursor);
      if (from === undefined) return answer(count);
      if (count > from || waitMs <= 0) return answer(from);
      const woken = new AbortController();
      const wake = () => woken.abort(NO_LONGER);
      waiting.add(wake);
      const ends = [woken.signal, closing.signal, ...(signal === undefined ? [] : [signal])];
      await clock.sleep(Math.min(waitMs, WAIT_MAX_MS), AbortSignal.any(ends));
      waiting.delete(wake);
      return answer(from);
    },
    close: () => closing.abort(),
  };
}
