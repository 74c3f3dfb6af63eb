import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/**
 * What an operator books of the own money. `equity_deposit`: it was put into the node. `equity_withdrawal`: it was
 * taken out. `chain_cost`: miners took it, or a forced close lost it. `to_channels`, `to_chain`: it moved from the
 * node's wallet into its channels, or back.
 */
export const OPERATOR_BOOKING_KINDS = [
  "equity_deposit",
  "equity_withdrawal",
  "chain_cost",
  "to_channels",
  "to_chain",
] as const;

export type OperatorBookingKind = (typeof OPERATOR_BOOKING_KINDS)[number];

export type OperatorBooking = {
  /** Also the id of its transfer. */
  readonly id: TransferId;
  /**
   * `routing_income`: what the node says that it earned by forwarding. `booking_undone`: the reverse of the booking
   * `undoes`, which was a mistake.
   */
  readonly kind: OperatorBookingKind | "routing_income" | "booking_undone";
  readonly amount: Msats;
  readonly reason: string;
  readonly bookedAt: Date;
  readonly undoes: TransferId | undefined;
};
