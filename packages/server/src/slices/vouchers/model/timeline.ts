import { VOUCHER_LINES } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import type { Happening, Standing } from "#things";
import type { Voucher } from "./voucher.ts";

/** How a voucher stands. `nextCheckAt`: when its payment is looked at next, of one that is being paid out. */
export function voucherStanding(
  voucher: Voucher,
  { now, nextCheckAt }: { readonly now: Date; readonly nextCheckAt: Date | undefined },
): Standing {
  const { state, expiresAt } = voucher;
  const { why, next } = VOUCHER_LINES[lineOf(voucher, now)];
  return {
    status: state.kind,
    where: message(WHERE[state.kind]),
    why: message(why),
    next: next === undefined ? undefined : message(next),
    nextCheckAt: state.kind === "claiming" ? nextCheckAt : undefined,
    endsBy: state.kind === "open" && !voucher.waitsForRestore ? expiresAt : undefined,
  };
}

const WHERE = {
  open: "progress_voucher_where_waiting",
  claiming: "progress_voucher_where_claiming",
  redeemed: "progress_voucher_where_taken",
  revoked: "progress_voucher_where_back",
  expired: "progress_voucher_where_back",
} as const;

function lineOf({ state, expiresAt, waitsForRestore }: Voucher, now: Date): keyof typeof VOUCHER_LINES {
  switch (state.kind) {
    case "open":
      if (waitsForRestore) return "restored";
      return now >= expiresAt ? "over" : "open";
    case "claiming":
      return waitsForRestore ? "restored" : "claiming";
    case "redeemed":
      return state.claim === undefined ? "redeemed" : "redeemed_lightning";
    case "revoked":
      return state.by === undefined ? "revoked_by_system" : "revoked";
    case "expired":
      return "expired";
  }
}

/** What happened to a voucher. `claimedAt`: when the payment that pays it out was begun. */
export function voucherHappenings(voucher: Voucher, claimedAt: Date | undefined): readonly Happening[] {
  const { amount, createdAt } = voucher;
  return [
    { at: createdAt, said: message("progress_voucher_did_made", { amount }) },
    ...(claimedAt === undefined ? [] : [{ at: claimedAt, said: message("progress_voucher_did_claimed") }]),
    ...endOf(voucher),
  ];
}

function endOf({ state }: Voucher): readonly Happening[] {
  switch (state.kind) {
    case "open":
    case "claiming":
      return [];
    case "redeemed":
      return state.claim === undefined
        ? [{ at: state.at, said: message("progress_voucher_did_redeemed") }]
        : [{ at: state.at, said: message("progress_voucher_did_redeemed_lightning", { fee: state.fee ?? 0n }) }];
    case "revoked":
      return [{ at: state.at, said: message("progress_voucher_did_revoked") }];
    case "expired":
      return [{ at: state.at, said: message("progress_voucher_did_expired") }];
  }
}
