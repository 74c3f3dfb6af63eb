import type { Clock } from "#kernel/clock.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";

/** The connection to the fake node: a test can cut it, which ends every call that is open. */
export type FakeLink = {
  /** Aborts when the connection that is open now is cut. */
  current(): AbortSignal;
  cut(): void;
};

export function createFakeLink(): FakeLink {
  let connection = new AbortController();
  return {
    current: () => connection.signal,
    cut() {
      connection.abort();
      connection = new AbortController();
    },
  };
}

/** A list that calls can wait for. */
export type FakeNews = {
  announce(): void;
  /** True at the next announcement; false after `waitMs`, and when one of the signals aborts. */
  next(waitMs: number, ...signals: readonly AbortSignal[]): Promise<boolean>;
};

export function createFakeNews(clock: Clock): FakeNews {
  const waiting = new Set<() => void>();
  return {
    announce() {
      for (const wake of waiting) wake();
    },
    async next(waitMs, ...signals) {
      const woken = new AbortController();
      const wake = () => woken.abort();
      waiting.add(wake);
      await clock.sleep(waitMs, AbortSignal.any([woken.signal, ...signals]));
      waiting.delete(wake);
      return woken.signal.aborted;
    },
  };
}

type Poll<T> = {
  readonly news: FakeNews;
  readonly link: FakeLink;
  readonly find: () => readonly T[];
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
};

/**
 * A long poll: what `find` finds, now or as soon as something is announced. @throws {NodeUnavailable} when it is cut.
 */
export async function pollFake<T>({ news, link, find, waitMs, signal }: Poll<T>): Promise<readonly T[]> {
  const now = find();
  if (now.length > 0 || waitMs <= 0 || signal?.aborted) return now;
  const connection = link.current();
  await news.next(waitMs, connection, ...(signal === undefined ? [] : [signal]));
  if (connection.aborted) throw new NodeUnavailable("the connection broke");
  return find();
}
