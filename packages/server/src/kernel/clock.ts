/**
 * Time, randomness and the life of the process are dependencies, so that a simulator can repeat a run from its seed.
 * Only `platform` implements these types on the real machine.
 */

export interface Clock {
  /** Wall-clock time, for rows and for the wire. It may jump. */
  now(): Date;
  /** Milliseconds that only ever grow, for deadlines. Comparable within one process only. */
  monotonicMs(): number;
  /** Resolves after `ms`; earlier, without an error, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in the next turn of the event loop, after everything that is due in this one. */
  turn(): Promise<void>;
}

export interface Random {
  bytes(length: number): Uint8Array;
  /** A UUID version 7 (RFC 9562, section 5.7): its order follows the time it was made. */
  uuid(): string;
}

/**
 * Milliseconds since 1970 at which the year has five digits. A time from outside that is not before it is refused: the
 * database could not read it.
 */
export const YEAR_10000_MS = 253_402_300_800_000;

/** A task that runs again and again until it is stopped. */
export interface Loop {
  /** Runs the task immediately, or once more right after the run that is under way. */
  wake(): void;
  /** Resolves when the last run has ended; no further one starts. */
  stop(): Promise<void>;
}

export interface Scheduler {
  /**
   * Runs `task` now, then `intervalMs` after each end; a function is asked each time. An error is logged and the loop
   * goes on. A run that takes longer than `overdueMs` (one minute unless given) is reported as overdue.
   */
  loop(
    name: string,
    intervalMs: number | (() => number),
    task: (signal: AbortSignal) => Promise<void>,
    limits?: { readonly overdueMs: number },
  ): Loop;
  /** Runs `task` concurrently with the caller. An error is logged; `drain` of the process waits for its end. */
  spawn(name: string, task: () => Promise<void>): void;
}

/** The steps at which a test may kill the process (`LEYDEN_CRASH_AT=after-dispatch`). */
export type CrashPoint =
  | "before-reserve"
  | "after-reserve"
  | "after-resolve"
  | "after-store-invoice"
  | "before-dispatch"
  | "after-journal"
  | "after-dispatch"
  | "before-finish"
  | "after-finish"
  | "before-credit"
  | "after-credit"
  | "before-deliver"
  | "after-deliver"
  | "before-mail"
  | "after-mail"
  | "before-expire"
  | "after-expire"
  | "after-claim"
  | "before-end-claim"
  | "before-ramp-step"
  | "after-ramp-step"
  | "after-ramp-call"
  | "before-onchain-begin"
  | "after-onchain-begin"
  | "before-publish"
  | "after-publish"
  | "before-onchain-finish"
  | "after-onchain-finish"
  | "before-child-begin"
  | "after-child-begin"
  | "before-child-publish"
  | "after-child-publish";

/**
 * Says that the process got as far as `point`. On a real machine nothing happens, unless a test asked for a crash
 * there. In a simulator a crash is a promise that never settles: callers await the result before they go on.
 */
export type Reached = (point: CrashPoint) => void | Promise<void>;
