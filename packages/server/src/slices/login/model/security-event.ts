import type { Visitor } from "./session.ts";

/** What a user should know of the own account. */
export type SecurityEvent = Visitor & {
  /** `noun_past_participle`, such as "session_started". */
  readonly kind: string;
  readonly at: Date;
  /** Which one, in plain words; may be empty. */
  readonly detail: string;
};

/** Shown to the user. */
export const EVENTS_SHOWN_MAX = 30;
/** Kept for so long. */
export const EVENT_MS = 365 * 86_400_000;
