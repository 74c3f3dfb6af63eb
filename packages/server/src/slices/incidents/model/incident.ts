import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";

export type IncidentId = Brand<string, "IncidentId">;

/** What an operator has to look at. Nothing about it is mended by itself; what is over by itself is closed. */
export type Incident = {
  readonly id: IncidentId;
  readonly subjectKind: SubjectKind;
  /**
   * Id of the payment, the receipt, the purchase, the user, the wallet or the invariant; what could not be read has
   * its payment hash, or its position in the node's list. Of a recipient: `node` and its key, or `host` and its name.
   * Of a channel: where it was opened on the chain. Of a folder: its path.
   * Of the node: what of it.
   */
  readonly subject: string;
  readonly kind: IncidentKind;
  readonly detail: string;
  readonly createdAt: Date;
};

type SubjectKind =
  | "payment"
  | "receipt"
  | "purchase"
  | "user"
  | "invariant"
  | "recipient"
  | "wallet"
  | "channel"
  | "folder"
  | "node";

/** What was recorded, for people: the first line of `docs/operate.md`, "Incidents". */
const INCIDENT_KINDS = [
  // payments
  "overdue",
  "attempts_exhausted",
  "history_incomplete",
  "htlc_missing",
  "failure_unproved",
  "history_deleted",
  "wrong_preimage",
  "fee_above_limit",
  "late_success",
  "late_failure",
  "restored",
  "ended_by_hand",
  "fee_differs",
  "foreign_payment",
  "payment_unreadable",
  "former_node",
  // the node's channels
  "channel_force_closed",
  "channel_closed_unseen",
  "htlc_time_short",
  "channels_not_backed_up",
  "forwards_unbooked",
  // recipients
  "recipient_holds",
  // wallets
  "restore_deficit",
  // receipts
  "receipt_unreadable",
  "receipt_suspended",
  // the node
  "node_surplus",
  // the audit of the day
  "invariant_broken",
  // purchases
  "refund_failed",
  "onchain_overdue",
  "onchain_conflict",
  "onchain_replaced",
  "refunded_after_delivery",
  "disputed_after_refund",
  "refund_returned",
  "refunded_twice",
  "disputed_again",
  "dispute_won_late",
  "purchase_overdue",
  "purchase_lost",
  "purchase_adopted",
  "lost_purchase_disputed",
  // users
  "rejection_lifted",
] as const;

export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export class IncidentNotFound extends AppError {
  constructor(id: string) {
    super("incident_not_found", `there is no open incident ${id}`);
  }
}
