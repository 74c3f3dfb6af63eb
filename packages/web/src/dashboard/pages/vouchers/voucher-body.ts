/** What a voucher is made of, as the API takes it. */
export type VoucherBody = {
  /** Msats. */
  readonly amount: string;
  readonly description?: string;
  readonly internalId?: string;
  /** Seconds. */
  readonly expiresIn?: number;
};

export const DESCRIPTION_CHARACTERS_MAX = 150;
export const INTERNAL_ID_CHARACTERS_MAX = 255;
export const DAYS_MAX = 365;
export const DAYS_DEFAULT = 30;
const DAY_S = 86_400;

/** Whole days as digits, in seconds; undefined for what is none. */
export function secondsOfDays(days: string): number | undefined {
  if (!/^\d{1,3}$/.test(days)) return undefined;
  const number = Number(days);
  return number >= 1 && number <= DAYS_MAX ? number * DAY_S : undefined;
}

/** Whole days as they are typed; empty: none are said. */
export function daysOf({ expiresIn }: VoucherBody): string {
  return expiresIn === undefined ? "" : String(expiresIn / DAY_S);
}
