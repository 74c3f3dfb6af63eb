import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { OperatorBookingKind } from "./operator-booking.ts";

/** What an operator had booked and a copy lacks, as the journal tells of it: without its reason. */
export type LostBooking =
  | { readonly id: TransferId; readonly kind: OperatorBookingKind; readonly amount: Msats }
  | { readonly id: TransferId; readonly kind: "booking_undone"; readonly undoes: TransferId };

/** `lightning.bring_back_booking` says what each means. */
export type BookedAgain = "booked" | "known" | "not_bound" | "undoes_unknown" | "was_undone";
