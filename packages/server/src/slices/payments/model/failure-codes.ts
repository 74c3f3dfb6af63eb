import type { ErrorCode } from "#kernel/error-codes.ts";
import type { Destination } from "./target.ts";

type Kind = Destination["kind"];
type CodesByKind = { readonly [code in ErrorCode]?: readonly Kind[] };

const EVERY_KIND = ["address", "invoice", "node", "wallet", "gamertag"] as const satisfies readonly Kind[];
/** What may go over Lightning: its outcome comes later. */
const OVER_LIGHTNING = ["address", "invoice", "node"] as const satisfies readonly Kind[];
const SENT = [...OVER_LIGHTNING, "unknown"] as const satisfies readonly Kind[];

/** With which codes a payment can fail, each with the destinations of such payments. The routes take them from here. */
const FAILURES = {
  address_not_found: ["address"],
  address_unreachable: ["address"],
  amount_out_of_range: ["address"],
  comment_too_long: ["address"],
  invoice_invalid: ["address", "invoice"],
  final_cltv_too_large: ["address"],
  invoice_expired: SENT,
  invoice_in_use: ["address"],
  invoice_already_paid: ["address", "invoice"],
  self_payment: ["address", "invoice"],
  no_route: SENT,
  fee_limit: SENT,
  recipient_rejected: SENT,
  receive_limit_exceeded: ["address", "invoice"],
  node_unavailable: SENT,
} as const satisfies CodesByKind;

/** The rules of a key's policy, each as the code with which it refuses a payment. */
export const POLICY_RULES = ["over_key_cap", "over_key_budget", "destination_not_allowed"] as const;
export type PolicyRule = (typeof POLICY_RULES)[number];

/**
 * With which codes a request to pay can be refused, before there is a payment, each with the destinations of such
 * requests.
 */
const REFUSALS = {
  insufficient_funds: EVERY_KIND,
  limit_exceeded: EVERY_KIND,
  sending_paused: EVERY_KIND,
  over_key_cap: EVERY_KIND,
  over_key_budget: EVERY_KIND,
  destination_not_allowed: EVERY_KIND,
  callback_host_claimed: EVERY_KIND,
  idempotency_mismatch: EVERY_KIND,
  too_many_pending: OVER_LIGHTNING,
  over_service_payment: OVER_LIGHTNING,
  over_service_day: OVER_LIGHTNING,
  maybe_paid: OVER_LIGHTNING,
  not_supported: OVER_LIGHTNING,
  address_not_found: ["address"],
  comment_too_long: ["address"],
  invoice_invalid: ["invoice"],
  final_cltv_too_large: ["invoice"],
  invoice_expired: ["invoice"],
  invoice_in_use: ["invoice"],
  invoice_already_paid: ["invoice"],
  self_payment: ["address", "node", "wallet", "gamertag"],
  receive_limit_exceeded: ["address", "wallet", "gamertag"],
  wallet_not_found: ["wallet"],
  user_not_found: ["gamertag"],
} as const satisfies CodesByKind & Readonly<Record<PolicyRule, readonly Kind[]>>;

export type PaymentFailureCode = Extract<keyof typeof FAILURES, ErrorCode>;
export type PaymentRefusalCode = Extract<keyof typeof REFUSALS, ErrorCode>;

export const PAYMENT_FAILURE_CODES = Object.keys(FAILURES) as readonly PaymentFailureCode[];

/** With which codes the server of a recipient fails to give an invoice, be it for a payment or to hand it out. */
export const ASKING_FAILURE_CODES = [
  "address_not_found",
  "address_unreachable",
  "amount_out_of_range",
  "comment_too_long",
  "invoice_invalid",
  "final_cltv_too_large",
  "invoice_expired",
] as const satisfies readonly PaymentFailureCode[];
export type AskingFailureCode = (typeof ASKING_FAILURE_CODES)[number];

/** With which codes a payment to such a destination can fail. */
export function failureCodesOf(kind: Kind): readonly PaymentFailureCode[] {
  return codesOf<PaymentFailureCode>(FAILURES, kind);
}

/** With which codes a request to pay such a destination can be refused, besides what every request is refused for. */
export function refusalCodesOf(kind: Kind): readonly PaymentRefusalCode[] {
  return codesOf<PaymentRefusalCode>(REFUSALS, kind);
}

function codesOf<Code extends ErrorCode>(kindsByCode: Readonly<Record<Code, readonly Kind[]>>, kind: Kind): Code[] {
  return (Object.keys(kindsByCode) as Code[]).filter((code) => kindsByCode[code].includes(kind));
}
