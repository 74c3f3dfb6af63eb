import { CHARGE_LINES } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import type { Happening, Standing } from "#things";
import type { Charge } from "./charge.ts";
import type { Receipt } from "./receipt.ts";

type Read = {
  readonly now: Date;
  /** When the node is asked about it next. */
  readonly dueAt: Date | undefined;
};

/** How a charge stands. */
export function chargeStanding(charge: Charge, { now, dueAt }: Read): Standing {
  const line = lineOf(charge, now);
  const { why, next } = CHARGE_LINES[line];
  const isPending = charge.state.kind === "pending";
  return {
    status: charge.state.kind,
    where:
      charge.received === 0n
        ? message("progress_charge_where_none")
        : message("progress_charge_where_wallet", { received: charge.received }),
    why: message(why),
    next: next === undefined ? undefined : message(next),
    nextCheckAt: isPending ? dueAt : undefined,
    // After its expiry the node decides: a payment that it holds may settle later.
    endsBy: isPending && line !== "over" ? charge.expiresAt : undefined,
  };
}

function lineOf({ state, received, expiresAt }: Charge, now: Date): keyof typeof CHARGE_LINES {
  switch (state.kind) {
    case "completed":
      return "paid";
    case "expired":
      return "expired";
    case "pending":
      if (now >= expiresAt) return "over";
      return received === 0n ? "waiting" : "part";
  }
}

/** What happened to a charge. */
export function chargeHappenings(charge: Charge, receipts: readonly Receipt[]): readonly Happening[] {
  const { amount, createdAt, expiresAt, state } = charge;
  return [
    { at: createdAt, said: message("progress_charge_did_made", { amount }) },
    ...receipts.map(({ settledAt, amount: received, flags }) => ({
      at: settledAt,
      said: message("progress_charge_did_received", { amount: received }),
      ...(flags.length > 0 && { detail: flags.join(", ") }),
    })),
    ...(state.kind === "completed" ? [{ at: state.paidAt, said: message("progress_charge_did_paid") }] : []),
    ...(state.kind === "expired" ? [{ at: expiresAt, said: message("progress_charge_did_expired") }] : []),
  ];
}
