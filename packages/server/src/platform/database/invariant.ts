import type { Db, Tx } from "./db.ts";

/**
 * Something that must hold between rows at any instant. The slice whose rows they are exports it at its door; the audit
 * runs each in a snapshot of its own.
 */
export type Invariant = {
  /** Short and stable, for operators and alarms: "I15". */
  readonly id: string;
  /** What must hold, as a sentence. */
  readonly title: string;
  /**
   * Its breach is told and stops nothing: it is about events, logins, limits or what is late. Without it, it is about
   * money: a breach pauses sending, and keeps it paused.
   */
  readonly warns?: true;
  /**
   * One line for each row that breaks it, at most `BREACHES_MAX`. Empty when it holds. `once` has what others have read
   * in the same snapshot.
   */
  readonly breaches: (tx: Tx, once?: ReadOnce) => Promise<readonly string[]>;
  /** Called after a check that found no breach. */
  readonly passed?: (db: Db) => Promise<void>;
};

/** Reads something of a snapshot, or gives what it has read before. */
export type ReadOnce = <Found>(read: (tx: Tx) => Promise<Found>) => Promise<Found>;

/** A damaged table may have millions of bad rows; the first ones are enough to look for the cause. */
export const BREACHES_MAX = 20;

/** How long one statement of an invariant may take: it may read a whole ledger. */
export const CHECK_TIMEOUT_MS = 3_600_000;
