import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/**
 * What an operator books of the own money. `equity_deposit`: it was put into the node. `equity_withdrawal`: it was
 * taken out. `chain_cost`: miners took it, or a forced close lost it.
 */
export type OperatorBookingKind = "equity_deposit" | "equity_withdrawal" | "chain_cost";

export type OperatorBooking = {
  /** Also the id of its transfer. */
  readonly id: TransferId;
  /** `booking_undone`: the reverse of the booking `undoes`, which was a mistake. */
  readonly kind: OperatorBookingKind | "booking_undone";
  readonly amount: Msats;
  readonly reason: string;
  readonly bookedAt: Date;
  readonly undoes: TransferId | undefined;
};
