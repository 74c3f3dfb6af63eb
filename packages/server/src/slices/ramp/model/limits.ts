import { AppError } from "#kernel/errors.ts";
import { type Currency, decimalOf, type Minor } from "#kernel/fiat.ts";

/** In which limits are counted. */
export const LIMIT_CURRENCY: Currency = "EUR";

/** How much a person may buy, in EUR cents, in rolling windows. */
export type RampLimits = {
  readonly minimum: Minor;
  /** Of somebody whose identity is not verified, in 7 days. */
  readonly week: Minor;
  readonly purchases: number;
  /** Of somebody whose identity is. */
  readonly verifiedWeek: Minor;
  readonly verifiedMonth: Minor;
  /**
   * For how many people one network may stand: a household, an office, what a mobile carrier puts behind one address.
   */
  readonly peoplePerNetwork: number;
};

/**
 * Declined cards that end a purchase, and its session; in an hour they keep a person from beginning another one.
 * Ours.
 */
export const DECLINES_MAX = 3;

/** What one card may pay in 7 and 30 days, in EUR cents, and how often in 7 days; undefined: as often as it wants. */
export type CardLimits = { readonly week: Minor; readonly month: Minor; readonly purchases?: number };

/** One card may pay as much as its user: stolen cards come with many users. */
export function cardLimitsOf(
  { week, purchases, verifiedWeek, verifiedMonth }: RampLimits,
  { isVerified }: { readonly isVerified: boolean },
): CardLimits {
  return isVerified ? { week: verifiedWeek, month: verifiedMonth } : { week, month: verifiedMonth, purchases };
}

export class RampUnavailable extends AppError {
  constructor(message = "bitcoin cannot be sold now; try again later") {
    super("ramp_unavailable", message, { retryAfterSeconds: 60 });
  }
}

/** Somebody whose identity was rejected buys nothing, until the operator says otherwise. */
export class PersonRefused extends AppError {
  constructor() {
    super("ramp_person_refused", "nothing can be sold to this person; ask the operator of this service");
  }
}

/** Cards are tried out, in whatever sessions. */
export class TooManyDeclines extends AppError {
  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    super("ramp_cards_declined", `too many cards were declined; try again in ${minutes} min`, { retryAfterSeconds });
  }
}

export class RampLimitExceeded extends AppError {
  constructor(left: Minor) {
    super("ramp_limit_exceeded", `the limits leave ${decimalOf(left)} EUR`, {
      details: [{ field: "amount", issue: `the limits leave ${decimalOf(left)} EUR` }],
    });
  }
}

export class IdentityNeeded extends AppError {
  constructor(left: Minor) {
    super("ramp_identity_needed", `more than ${decimalOf(left)} EUR need a verified identity`);
  }
}
