import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type Failed, type FinishedPayments, NodeUnavailable, type OutgoingStatus, type Settled } from "#lightning";

/** What a backend tells of finished payments that reports none by itself. */
export type Outcomes = {
  /** A payment is under way: it is looked up now and then until it is finished. */
  began(paymentHash: Uint8Array): void;
  /** Nothing of it has left. */
  dropped(paymentHash: Uint8Array): void;
  /** What a look-up has said of a payment. */
  saw(paymentHash: Uint8Array, status: OutgoingStatus): void;
  /** Something has happened to a payment, or may have to any: what is under way of it is looked up without waiting. */
  hint(paymentHash?: string): void;
  /** `finished` of the port. */
  after(cursor: string, waitMs: number, signal?: AbortSignal): Promise<FinishedPayments>;
};

type OutcomesOptions = {
  readonly clock: Clock;
  readonly lookup: (paymentHash: Uint8Array) => Promise<OutgoingStatus>;
  /** Between two look-ups of a payment while a caller waits; of one that is under way for long, a tenth of its age. */
  readonly pauseMs: number;
};

/** The longest pause: who sent a payment looks it up every five minutes as well. Ours. */
const PAUSE_MAX_MS = 60_000;
/** What is older, callers have found by a look-up long ago. */
const KEPT_MAX = 10_000;
/** The node never had a payment that it has not known for so long. */
const ABSENT_MS = 600_000;

type Open = { readonly paymentHash: Uint8Array; readonly sinceMs: number; lookedMs: number };

/**
 * A list of outcomes that is made by looking up what is under way. It is a hint, and lives with the process: a cursor
 * of another process is as good as none.
 */
export function createOutcomes({ clock, lookup, pauseMs }: OutcomesOptions): Outcomes {
  const life = clock.now().getTime().toString(36);
  const open = new Map<string, Open>();
  const ended: { readonly paymentHash: Uint8Array; readonly status: Settled | Failed }[] = [];
  let forgotten = 0;
  let round: Promise<void> | undefined;
  const waking = new Set<() => void>();

  const cursorAt = (count: number) => `${life}-${count}`;
  const countIn = (cursor: string) => {
    const [whose, count] = cursor.split("-");
    return whose === life ? Number(count) : undefined;
  };

  function began(paymentHash: Uint8Array): void {
    open.set(bytesToHex(paymentHash), { paymentHash, sinceMs: clock.monotonicMs(), lookedMs: -Infinity });
  }

  function end(paymentHash: Uint8Array, status: Settled | Failed): void {
    open.delete(bytesToHex(paymentHash));
    ended.push({ paymentHash, status });
    if (ended.length > KEPT_MAX) forgotten += ended.splice(0, ended.length - KEPT_MAX).length;
    for (const wake of waking) wake();
  }

  function saw(paymentHash: Uint8Array, status: OutgoingStatus): void {
    const key = bytesToHex(paymentHash);
    const one = open.get(key);
    if (status.kind === "in_flight" && one === undefined) began(paymentHash);
    if (one === undefined) return;
    if (status.kind === "settled" || status.kind === "failed") end(paymentHash, status);
    if (status.kind === "not_found" && clock.monotonicMs() - one.sinceMs > ABSENT_MS) open.delete(key);
  }

  function isDue({ sinceMs, lookedMs }: Open): boolean {
    const nowMs = clock.monotonicMs();
    const waitMs = Math.min(Math.max(pauseMs, (nowMs - sinceMs) / 10), PAUSE_MAX_MS);
    return nowMs >= lookedMs + waitMs;
  }

  /** Callers that wait share a round. Recipients who hold many payments do not use up what a node answers. */
  async function lookAtAll(): Promise<void> {
    for (const one of [...open.values()]) {
      if (!isDue(one)) continue;
      one.lookedMs = clock.monotonicMs();
      try {
        saw(one.paymentHash, await lookup(one.paymentHash));
      } catch (error) {
        if (!(error instanceof NodeUnavailable)) throw error;
        return; // it is asked again
      }
    }
  }

  async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const news = new AbortController();
    const wake = () => news.abort();
    waking.add(wake);
    await clock.sleep(ms, signal === undefined ? news.signal : AbortSignal.any([news.signal, signal]));
    waking.delete(wake);
  }

  return {
    began,
    dropped: (paymentHash) => void open.delete(bytesToHex(paymentHash)),
    saw,
    hint(paymentHash) {
      const one = paymentHash === undefined ? undefined : open.get(paymentHash);
      for (const due of paymentHash === undefined ? open.values() : one === undefined ? [] : [one])
        due.lookedMs = -Infinity;
      for (const wake of waking) wake();
    },
    async after(cursor, waitMs, signal) {
      const here = () => forgotten + ended.length;
      const from = countIn(cursor);
      if (from === undefined) return { cursor: cursorAt(here()), payments: [] };
      const untilMs = clock.monotonicMs() + waitMs;
      for (;;) {
        const payments = ended.slice(Math.max(0, from - forgotten));
        const leftMs = untilMs - clock.monotonicMs();
        if (payments.length > 0 || leftMs <= 0 || signal?.aborted) return { cursor: cursorAt(here()), payments };
        round ??= lookAtAll().finally(() => {
          round = undefined;
        });
        await round;
        if (here() === from) await pause(Math.min(pauseMs, untilMs - clock.monotonicMs()), signal);
      }
    },
  };
}
