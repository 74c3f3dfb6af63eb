import { AppError } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";

/** What a project, or a person, has and can be shown. */
export const THING_KINDS = [
  "payment",
  "charge",
  "static_charge",
  "voucher",
  "withdrawal",
  "session",
  "purchase",
  "user",
  "app",
  "key",
  "event",
  "endpoint",
  "request",
] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** A thing that a page can lead to. */
export type Thing = { readonly kind: ThingKind; readonly id: string };

/** A thing as a search shows it. */
export type FoundThing = Thing & {
  /** As the wire calls its state; undefined: it has none. */
  readonly status: string | undefined;
  readonly amount: Msats | undefined;
  /** What its owner calls it: an `internalId`, a `reference_id`, a name. */
  readonly name: string | undefined;
  readonly createdAt: Date | undefined;
};

/** Of one kind so many are found at most. Ours. */
export const FOUND_MAX = 10;

export class ThingNotFound extends AppError {
  constructor() {
    super("not_found", "there is no such thing");
  }
}
