import { type Msats, sats } from "#kernel/money.ts";

/** What the whole service may send and hold; undefined: no limit. */
export type ServiceLimits = {
  /** One payment, fees not counted. */
  readonly payment: Msats | undefined;
  /** All payments of 24 hours, fees not counted. */
  readonly day: Msats | undefined;
  /** All wallets and vouchers: above it no invoice is made. */
  readonly wallets: Msats | undefined;
  /** Payments over Lightning that are not finished. */
  readonly inFlight: number | undefined;
};

export type ServiceLimitName = keyof ServiceLimits;

/** What a change names; one that is there and undefined is lifted. */
export type ServiceLimitChanges = { readonly [Name in ServiceLimitName]?: ServiceLimits[Name] | undefined };

/** What a service begins with whose node is on mainnet. Ours. */
export const MAINNET_LIMITS: ServiceLimits = {
  payment: sats(100_000n),
  day: sats(500_000n),
  wallets: sats(2_000_000n),
  inFlight: 20,
};

/** As tables and the journal name them. */
export const SERVICE_LIMIT_WORDS: Readonly<Record<ServiceLimitName, string>> = {
  payment: "payment",
  day: "day",
  wallets: "wallets",
  inFlight: "in_flight",
};

export const SERVICE_LIMIT_NAMES = Object.keys(SERVICE_LIMIT_WORDS) as readonly ServiceLimitName[];
