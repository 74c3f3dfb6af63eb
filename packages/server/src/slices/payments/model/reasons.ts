import type { NotSentReason, PaymentFailureReason } from "#lightning";
import type { PaymentFailureCode } from "./failure-codes.ts";

/** What is said of an attempt of which no byte can have left. */
export const NOT_SENT: Readonly<Record<NotSentReason, string>> = {
  expired: "the attempt was not sent: the invoice has expired",
  deadline: "the attempt was not sent in time",
  known_hash: "the attempt was not sent: the node knows the payment hash",
  unreachable: "the attempt was not sent: the node does not answer",
  refused: "the attempt was not sent: the node refused the request",
  journal: "the attempt was not sent: the journal could not be written",
};

export type Failure = { readonly code: PaymentFailureCode; readonly detail: string };

type Reason = PaymentFailureReason | "expired_before_sending" | "node_unavailable" | "lost_attempt";

/** The stable code and a sentence for why a payment failed. */
export const FAILURES: Readonly<Record<Reason, Failure>> = {
  fee_limit: { code: "fee_limit", detail: "every route costs more than the fee limit" },
  recipient_rejected: { code: "recipient_rejected", detail: "the recipient's node refused the payment" },
  expired: { code: "invoice_expired", detail: "the invoice expired without being paid" },
  no_route: { code: "no_route", detail: "no route to the recipient could carry the payment" },
  insufficient_liquidity: { code: "no_route", detail: "our own channels cannot carry the payment now" },
  timeout: { code: "no_route", detail: "no route to the recipient was found in time" },
  other: { code: "no_route", detail: "no route to the recipient could carry the payment" },
  expired_before_sending: { code: "invoice_expired", detail: "the invoice expired before it could be sent" },
  lost_attempt: {
    code: "no_route",
    detail: "the attempt was lost at our node: its time lock is over, no channel has it",
  },
  node_unavailable: { code: "node_unavailable", detail: "our Lightning node could not be reached; nothing was sent" },
};
