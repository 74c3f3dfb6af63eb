import { CURRENCIES } from "#kernel/fiat.ts";
import { decimalAmount, list, oneOf, optional, rampLimits, stripeKey, whole } from "./config-values.ts";

/** What the operator decides about selling bitcoin. */
export const RAMP_SETTINGS = {
  ramp: {
    name: "LEYDEN_RAMP",
    about:
      "`off`: no bitcoin is sold, and nothing of it is loaded; the other settings of it do nothing. Refused while purchases are under way.",
    fallback: "on",
    read: oneOf("on", "off"),
  },
  rampWalletProject: {
    name: "LEYDEN_RAMP_WALLET_PROJECT",
    about:
      "Name or id of the project that sells bitcoin to people on the page of their wallet. Without it nothing is sold there.",
    fallback: "",
    read: optional((text) => text),
  },
  rampProcessor: {
    name: "LEYDEN_RAMP_PROCESSOR",
    about:
      "Who takes money for bitcoin: `stripe`, or `sandbox`, whose money is made up and which mainnet refuses. Without it the sandbox on test networks, and on mainnet nothing is sold.",
    fallback: "",
    read: optional(oneOf("sandbox", "stripe")),
  },
  rampCurrencies: {
    name: "LEYDEN_RAMP_CURRENCIES",
    about: `What people can pay with, separated by commas, the first one proposed: some of ${CURRENCIES.join(", ")}.`,
    fallback: "EUR,USD,GBP",
    read: list(oneOf(...CURRENCIES)),
  },
  rampFeeBasisPoints: {
    name: "LEYDEN_RAMP_FEE_BASIS_POINTS",
    about: "What the operator takes of each purchase, in hundredths of a percent of what is paid.",
    fallback: "150",
    read: (text: string): bigint => BigInt(whole(0, 5_000)(text)),
  },
  rampFeeMinimum: {
    name: "LEYDEN_RAMP_FEE_MINIMUM",
    about: "The least that the operator takes of each purchase, in the currency that is paid.",
    fallback: "0.50",
    read: decimalAmount,
  },
  rampLimits: {
    name: "LEYDEN_RAMP_LIMITS",
    about:
      "What one person may buy, in EUR: the smallest purchase, what may be bought in 7 days and in how many purchases with a proved e-mail address alone, and what in 7 and 30 days with a verified identity.",
    fallback: "minimum:5,week:150,purchases:3,verified_week:2500,verified_month:10000",
    read: rampLimits,
  },
  rampPeoplePerNetwork: {
    name: "LEYDEN_RAMP_PEOPLE_PER_NETWORK",
    about:
      "For how many people one network, a /24 of IPv4 or a /48 of IPv6, counts on limits and declined cards. Mobile carriers put many people behind few addresses.",
    fallback: "20",
    read: whole(1, 100_000),
  },
  rampIdentityDays: {
    name: "LEYDEN_RAMP_IDENTITY_DAYS",
    about:
      "For so many days an approved identity holds; then the person buys as one whose identity is not verified, and may show it again. It counts from the approval, for those after the change.",
    fallback: "730",
    read: whole(1, 3_650),
  },
  rampFirstCardHoldHours: {
    name: "LEYDEN_RAMP_FIRST_CARD_HOLD_HOURS",
    about: "For so many hours the first purchase of a card is paid and not delivered.",
    fallback: "0",
    read: whole(0, 24),
  },
  onchainConfirmations: {
    name: "LEYDEN_ONCHAIN_CONFIRMATIONS",
    about: "After so many confirmations a payment to an address of the chain is complete.",
    fallback: "1",
    read: whole(1, 144),
  },
  stripeSecretKey: {
    name: "LEYDEN_STRIPE_SECRET_KEY",
    about:
      "Secret or restricted key of Stripe, `sk_live_…` or `rk_live_…`; on test networks `sk_test_…` or `rk_test_…`.",
    fallback: "",
    read: optional(stripeKey("sk_live_", "rk_live_", "sk_test_", "rk_test_")),
  },
  stripePublishableKey: {
    name: "LEYDEN_STRIPE_PUBLISHABLE_KEY",
    about: "Publishable key of the same account, `pk_live_…` or `pk_test_…`: browsers get it.",
    fallback: "",
    read: optional(stripeKey("pk_live_", "pk_test_")),
  },
  stripeWebhookSecret: {
    name: "LEYDEN_STRIPE_WEBHOOK_SECRET",
    about: "Signing secret of the endpoint to which Stripe sends messages, `whsec_…`.",
    fallback: "",
    read: optional(stripeKey("whsec_")),
  },
} as const;
