import { describe, expect, it } from "vitest";
import type { AccountNo, PaymentId, TransferId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { message } from "#texts/reader.ts";
import { voucherHappenings, voucherStanding } from "./timeline.ts";
import type { Voucher, VoucherId, VoucherState } from "./voucher.ts";

const T0 = new Date("2030-01-01T00:00:00Z");
const at = (minutes: number) => new Date(T0.getTime() + minutes * 60_000);
const EXPIRY = at(60);
const READ = { now: at(1), nextCheckAt: at(3) };
const TRANSFER = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719" as TransferId;
const WALLET = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f6071a" as WalletId;
const CLAIM = {
  paymentId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f6071b" as PaymentId,
  invoice: undefined,
  amount: msats(9_000n),
};

const voucher = (state: VoucherState, waitsForRestore = false): Voucher => ({
  id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as VoucherId,
  walletId: WALLET,
  ownerId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f6071c",
  account: 7n as AccountNo,
  origin: { kind: "voucher", code: "0A1B2C3D", transfer: TRANSFER },
  amount: msats(10_000n),
  description: "",
  internalId: undefined,
  callbackUrl: undefined,
  mailId: undefined,
  isCreditedAtOnce: false,
  createdAt: T0,
  expiresAt: EXPIRY,
  waitsForRestore,
  state,
});

const END = { at: at(2), transfer: TRANSFER };
const open = voucher({ kind: "open" });
const claiming = voucher({ kind: "claiming", claim: CLAIM });
const redeemed = voucher({ kind: "redeemed", ...END, by: WALLET, claim: undefined, fee: undefined });
const paidOut = voucher({ kind: "redeemed", ...END, by: undefined, claim: CLAIM, fee: msats(7n) });
const revoked = voucher({ kind: "revoked", ...END, by: WALLET });
const unsent = voucher({ kind: "revoked", ...END, by: undefined });
const expired = voucher({ kind: "expired", ...END, by: undefined });

describe("how a voucher stands", () => {
  it.each([
    ["open", open, READ, "waiting", "open", EXPIRY],
    ["over, and not ended yet", open, { ...READ, now: EXPIRY }, "waiting", "over", EXPIRY],
    ["open before a restore", voucher({ kind: "open" }, true), READ, "waiting", "restored", undefined],
    ["being paid out", claiming, READ, "claiming", "claiming", undefined],
    ["redeemed here", redeemed, READ, "taken", "redeemed", undefined],
    ["paid out", paidOut, READ, "taken", "redeemed_lightning", undefined],
    ["revoked", revoked, READ, "back", "revoked", undefined],
    ["revoked by the system", unsent, READ, "back", "revoked_by_system", undefined],
    ["expired", expired, READ, "back", "expired", undefined],
  ] as const)("that is %s", (_, of, read, where, why, endsBy) => {
    expect(voucherStanding(of, read)).toMatchObject({
      status: of.state.kind,
      where: message(`progress_voucher_where_${where}`),
      why: message(`progress_voucher_why_${why}`),
      endsBy,
      nextCheckAt: of === claiming ? READ.nextCheckAt : undefined,
    });
  });

  it("says what happens next as long as it has not ended", () => {
    for (const of of [open, claiming]) expect(voucherStanding(of, READ).next).toBeDefined();
    for (const of of [redeemed, paidOut, revoked, unsent, expired])
      expect(voucherStanding(of, READ).next).toBeUndefined();
  });
});

describe("what happened to a voucher", () => {
  const keysOf = (of: Voucher, claimedAt?: Date) => voucherHappenings(of, claimedAt).map(({ said }) => said.key);

  it("is its making, its claim, and its end", () => {
    const made = "progress_voucher_did_made";
    expect(keysOf(open)).toEqual([made]);
    expect(keysOf(claiming, at(1))).toEqual([made, "progress_voucher_did_claimed"]);
    expect(keysOf(paidOut, at(1))).toEqual([
      made,
      "progress_voucher_did_claimed",
      "progress_voucher_did_redeemed_lightning",
    ]);
    expect(voucherHappenings(paidOut, undefined).at(-1)).toMatchObject({ at: END.at, said: { values: { fee: 7n } } });
    expect(keysOf(redeemed)).toEqual([made, "progress_voucher_did_redeemed"]);
    expect(keysOf(revoked)).toEqual([made, "progress_voucher_did_revoked"]);
    expect(keysOf(expired)).toEqual([made, "progress_voucher_did_expired"]);
  });
});
