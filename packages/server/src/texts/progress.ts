/**
 * What people are told of a thing that is under way, or has ended: one line for each reason. API, wallet, dashboard and
 * the operator's commands read this table, and the names of the reasons are those of the database.
 */
import type { ErrorCode } from "#kernel/error-codes.ts";
import type { en } from "./en/index.ts";

type TextKey = keyof typeof en;

/** `next`: what happens next; undefined: nothing. */
type Line = { readonly why: TextKey; readonly next: TextKey | undefined };

/** Why a payment is pending. */
export const PAYMENT_WAITS = {
  about_to_send: { why: "progress_pay_why_about_to_send", next: "progress_pay_next_send" },
  asked_before: { why: "progress_pay_why_asked_before", next: "progress_pay_next_look" },
  asked_expired: { why: "progress_pay_why_asked_expired", next: "progress_pay_next_look" },
  asked_once_more: { why: "progress_pay_why_asked_once_more", next: "progress_pay_next_look" },
  asking_recipient: { why: "progress_pay_why_asking_recipient", next: "progress_pay_next_invoice" },
  brought_back: { why: "progress_pay_why_brought_back", next: "progress_pay_next_look" },
  brought_back_unknown: { why: "progress_pay_why_brought_back_unknown", next: "progress_pay_next_operator" },
  called_failed: { why: "progress_pay_why_called_failed", next: "progress_pay_next_look" },
  called_failed_large: { why: "progress_pay_why_called_failed_large", next: "progress_pay_next_operator" },
  earlier_attempt: { why: "progress_pay_why_earlier_attempt", next: "progress_pay_next_look" },
  held: { why: "progress_pay_why_held", next: "progress_pay_next_settle" },
  history_lost: { why: "progress_pay_why_history_lost", next: "progress_pay_next_operator" },
  in_no_channel: { why: "progress_pay_why_in_no_channel", next: "progress_pay_next_look" },
  may_be_forgotten: { why: "progress_pay_why_may_be_forgotten", next: "progress_pay_next_operator" },
  node_not_ready: { why: "progress_pay_why_node_not_ready", next: "progress_pay_next_look" },
  node_replaced: { why: "progress_pay_why_node_replaced", next: "progress_pay_next_operator" },
  node_silent: { why: "progress_pay_why_node_silent", next: "progress_pay_next_look" },
  node_unclear: { why: "progress_pay_why_node_unclear", next: "progress_pay_next_look" },
  node_went_back: { why: "progress_pay_why_node_went_back", next: "progress_pay_next_operator" },
  not_known: { why: "progress_pay_why_not_known", next: "progress_pay_next_look" },
  not_known_again: { why: "progress_pay_why_not_known_again", next: "progress_pay_next_again" },
  not_known_expiring: { why: "progress_pay_why_not_known_expiring", next: "progress_pay_next_expiry" },
  not_known_tried: { why: "progress_pay_why_not_known_tried", next: "progress_pay_next_expiry" },
  not_known_yet: { why: "progress_pay_why_not_known_yet", next: "progress_pay_next_look" },
  not_sent: { why: "progress_pay_why_not_sent", next: "progress_pay_next_again" },
  on_hold: { why: "progress_pay_why_on_hold", next: "progress_pay_next_operator" },
  paused: { why: "progress_pay_why_paused", next: "progress_pay_next_resume" },
  sent: { why: "progress_pay_why_sent", next: "progress_pay_next_send" },
  wrong_proof: { why: "progress_pay_why_wrong_proof", next: "progress_pay_next_operator" },
} as const satisfies Readonly<Record<string, Line>>;

export type PaymentWait = keyof typeof PAYMENT_WAITS;

/** Why an attempt to pay did not leave the service. */
export const ATTEMPT_NOT_SENT = {
  deadline: "progress_pay_did_not_sent_deadline",
  expired: "progress_pay_did_not_sent_expired",
  journal: "progress_pay_did_not_sent_journal",
  known_hash: "progress_pay_did_not_sent_known_hash",
  refused: "progress_pay_did_not_sent_refused",
  unreachable: "progress_pay_did_not_sent_unreachable",
} as const satisfies Readonly<Record<string, TextKey>>;

/** Why a payment has failed, by the code of its failure. */
export const PAYMENT_FAILURES = {
  address_not_found: "money_why_address",
  address_unreachable: "money_why_server",
  amount_out_of_range: "money_why_amount",
  comment_too_long: "money_why_comment",
  fee_limit: "money_why_fee",
  final_cltv_too_large: "money_why_invoice",
  invoice_already_paid: "money_why_paid",
  invoice_expired: "money_why_expired",
  invoice_in_use: "money_why_in_use",
  invoice_invalid: "money_why_invoice",
  no_route: "money_why_route",
  node_unavailable: "money_why_paused",
  receive_limit_exceeded: "money_why_level",
  recipient_rejected: "money_why_rejected",
  self_payment: "money_why_self",
} as const satisfies Partial<Record<ErrorCode, TextKey>>;

/** How a charge stands. */
export const CHARGE_LINES = {
  expired: { why: "progress_charge_why_expired", next: "progress_charge_next_late" },
  over: { why: "progress_charge_why_over", next: "progress_charge_next_look" },
  paid: { why: "progress_charge_why_paid", next: undefined },
  part: { why: "progress_charge_why_part", next: "progress_charge_next_pay" },
  waiting: { why: "progress_charge_why_waiting", next: "progress_charge_next_pay" },
} as const satisfies Readonly<Record<string, Line>>;

/** How a voucher stands. */
export const VOUCHER_LINES = {
  claiming: { why: "progress_voucher_why_claiming", next: "progress_voucher_next_claim" },
  expired: { why: "progress_voucher_why_expired", next: undefined },
  open: { why: "progress_voucher_why_open", next: "progress_voucher_next_take" },
  over: { why: "progress_voucher_why_over", next: "progress_voucher_next_back" },
  redeemed: { why: "progress_voucher_why_redeemed", next: undefined },
  redeemed_lightning: { why: "progress_voucher_why_redeemed_lightning", next: undefined },
  restored: { why: "progress_voucher_why_restored", next: "progress_voucher_next_restore" },
  revoked: { why: "progress_voucher_why_revoked", next: undefined },
  revoked_by_system: { why: "progress_voucher_why_revoked_by_system", next: undefined },
} as const satisfies Readonly<Record<string, Line>>;

/** How a purchase stands, where no failure says why. */
export const PURCHASE_LINES = {
  authorized: { why: "progress_buy_why_authorized", next: "progress_buy_next_capture" },
  canceled: { why: "progress_buy_why_canceled", next: undefined },
  captured: { why: "progress_buy_why_captured", next: "progress_buy_next_deliver" },
  chain: { why: "progress_buy_why_chain", next: "progress_buy_next_arrive" },
  completed: { why: "progress_buy_why_completed", next: undefined },
  delivering: { why: "progress_buy_why_delivering", next: "progress_buy_next_arrive" },
  disputed: { why: "progress_buy_why_disputed", next: "progress_buy_next_decided" },
  expired: { why: "progress_buy_why_expired", next: undefined },
  first_card: { why: "progress_buy_why_first_card", next: "progress_buy_next_deliver" },
  lost: { why: "progress_buy_why_lost", next: undefined },
  on_hold: { why: "progress_buy_why_on_hold", next: "progress_buy_next_deliver" },
  quoted: { why: "progress_buy_why_quoted", next: "progress_buy_next_pay" },
  requires_action: { why: "progress_buy_why_requires_action", next: "progress_buy_next_pay" },
  requires_payment: { why: "progress_buy_why_requires_payment", next: "progress_buy_next_pay" },
  restored: { why: "progress_buy_why_restored", next: "progress_buy_next_operator" },
  won: { why: "progress_buy_why_won", next: undefined },
} as const satisfies Readonly<Record<string, Line>>;

/** Why a purchase has failed, or is given back. */
export const PURCHASE_FAILURES = {
  amount_differs: "progress_buy_why_amount_differs",
  declined: "progress_buy_why_declined",
  delivery_failed: "progress_buy_why_delivery_failed",
  destination_failed: "progress_buy_why_destination_failed",
  limit_exceeded: "progress_buy_why_limit_exceeded",
  not_delivered_in_time: "progress_buy_why_not_delivered_in_time",
  processor_gave_up: "progress_buy_why_processor_gave_up",
  ramp_unavailable: "progress_buy_why_ramp_unavailable",
} as const satisfies Readonly<Record<string, TextKey>>;
