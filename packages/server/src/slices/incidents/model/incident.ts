import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";

export type IncidentId = Brand<string, "IncidentId">;

/** What an operator has to look at. Nothing about it is mended by itself. */
export type Incident = {
  readonly id: IncidentId;
  readonly subjectKind: "payment" | "receipt" | "purchase" | "user";
  /** Id of the payment, the receipt, the purchase or the user; what could not be read has its payment hash, or its position in the node's list. */
  readonly subject: string;
  readonly kind: IncidentKind;
  readonly detail: string;
  readonly createdAt: Date;
};

/** What was recorded, for people: the first line of `docs/operate.md`, "Incidents". */
export const INCIDENT_KINDS = [
  // payments
  "overdue",
  "attempts_exhausted",
  "history_incomplete",
  "wrong_preimage",
  "fee_above_limit",
  "late_success",
  "late_failure",
  "restored",
  "ended_by_hand",
  // receipts
  "receipt_unreadable",
  "receipt_suspended",
  // purchases
  "refund_failed",
  "onchain_overdue",
  "onchain_conflict",
  "refunded_after_delivery",
  "disputed_after_refund",
  // users
  "rejection_lifted",
] as const;

export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export class IncidentNotFound extends AppError {
  constructor(id: string) {
    super("incident_not_found", `there is no open incident ${id}`);
  }
}
