export type DeclineReason = "card_declined" | "insufficient_funds" | "authentication_failed";
/** What of a card is typed wrong. */
export type Mistyped = "card_number" | "card_expiry" | "card_code";

/** What a card that is taken does later. */
export type Behaviour = "plain" | "asks" | "disputed" | "late" | "refund_fails";

export type TypedCard = {
  /** As a person types it: spaces and hyphens between digits do not count. */
  readonly number: string;
  /** "12/30": month and year. */
  readonly expiry: string;
  readonly cvc: string;
};

export type TakenCard = {
  readonly behaviour: Behaviour;
  /** Digits alone; it is not kept. */
  readonly number: string;
  readonly brand: string;
  readonly last4: string;
};

export type CardVerdict =
  | { readonly kind: "taken"; readonly card: TakenCard }
  /** Counts as a decline. */
  | { readonly kind: "declined"; readonly reason: DeclineReason }
  /** A slip of the finger: it counts as nothing. */
  | { readonly kind: "mistyped"; readonly reason: Mistyped };

/** Test cards as the industry knows them (Stripe, "Testing"); 0077 settles late here, which there it does not. */
const TAKEN: Readonly<Record<string, Behaviour>> = {
  "4242424242424242": "plain",
  "4000002760003184": "asks",
  "4000000000000259": "disputed",
  "4000000000000077": "late",
  "4000000000005126": "refund_fails",
};
const NO_FUNDS = "4000000000009995";
const NUMBER = /^[0-9]{12,19}$/;
const EXPIRY = /^(0[1-9]|1[0-2]) ?\/ ?([0-9]{2})$/;

/** What becomes of a card that somebody typed. A card is good until the end of its month, in UTC. */
export function judgeCard({ number: typed, expiry, cvc }: TypedCard, now: Date): CardVerdict {
  const number = typed.replaceAll(/[ -]/g, "");
  if (!NUMBER.test(number) || !hasCheckDigit(number)) return mistyped("card_number");
  if (!isAhead(expiry, now)) return mistyped("card_expiry");
  if (!/^[0-9]{3}$/.test(cvc)) return mistyped("card_code");
  if (number === NO_FUNDS) return { kind: "declined", reason: "insufficient_funds" };
  const behaviour = Object.hasOwn(TAKEN, number) ? TAKEN[number] : undefined;
  if (behaviour === undefined) return { kind: "declined", reason: "card_declined" };
  return { kind: "taken", card: { behaviour, number, brand: "visa", last4: number.slice(-4) } };
}

function mistyped(reason: Mistyped): CardVerdict {
  return { kind: "mistyped", reason };
}

/** The check digit of card numbers (ISO/IEC 7812-1, annex B: the formula of Luhn). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = EXPIRY.exec(expiry) ?? [];
  return month !== undefined && Date.UTC(2000 + Number(year), Number(month)) > now.getTime();
}
