import { describe, expect, it } from "vitest";
import type { AccountNo, ChargeId, WalletId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { message } from "#texts/reader.ts";
import type { Charge } from "./charge.ts";
import type { Receipt } from "./receipt.ts";
import { chargeHappenings, chargeStanding } from "./timeline.ts";

const T0 = new Date("2030-01-01T00:00:00Z");
const at = (minutes: number) => new Date(T0.getTime() + minutes * 60_000);
const EXPIRY = at(60);
const READ = { now: at(1), dueAt: EXPIRY };

const charge = (changes: Partial<Charge> = {}): Charge => ({
  id: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as ChargeId,
  walletId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f6071a" as WalletId,
  account: 7n as AccountNo,
  amount: msats(20_000n),
  description: "an order",
  internalId: undefined,
  callbackUrl: undefined,
  invoice: "lnbcrt1",
  paymentHash: new Uint8Array(32),
  createdAt: T0,
  expiresAt: EXPIRY,
  received: msats(0n),
  state: { kind: "pending" },
  origin: { kind: "request" },
  ...changes,
});
const part = { received: msats(5_000n) };

describe("how a charge stands", () => {
  it.each([
    ["waits", charge(), READ, "waiting", EXPIRY, EXPIRY],
    ["got a part", charge(part), READ, "part", EXPIRY, EXPIRY],
    ["is over and not looked up", charge(), { now: EXPIRY, dueAt: at(61) }, "over", at(61), undefined],
    [
      "is paid",
      charge({ state: { kind: "completed", paidAt: at(2) }, received: msats(20_000n) }),
      READ,
      "paid",
      undefined,
      undefined,
    ],
    ["has expired", charge({ state: { kind: "expired" } }), READ, "expired", undefined, undefined],
  ] as const)("that %s: why, what is next, and until when", (_, of, read, line, nextCheckAt, endsBy) => {
    const standing = chargeStanding(of, read);
    expect(standing).toMatchObject({
      status: of.state.kind,
      nextCheckAt,
      endsBy,
      why: message(`progress_charge_why_${line}`),
    });
    expect(standing.next === undefined).toBe(line === "paid");
  });

  it("names what has come in", () => {
    expect(chargeStanding(charge(), READ).where).toEqual(message("progress_charge_where_none"));
    expect(chargeStanding(charge(part), READ).where).toEqual(
      message("progress_charge_where_wallet", { received: msats(5_000n) }),
    );
  });
});

describe("what happened to a charge", () => {
  const receipt = { amount: msats(5_000n), flags: ["late"], settledAt: at(2) } as Pick<
    Receipt,
    "amount" | "flags" | "settledAt"
  > as Receipt;
  const keysOf = (of: Charge) => chargeHappenings(of, [receipt]).map(({ at: time, said }) => [time, said.key]);

  it("is its making, each receipt with its flags, and its end", () => {
    const made = [
      [T0, "progress_charge_did_made"],
      [at(2), "progress_charge_did_received"],
    ];
    expect(keysOf(charge())).toEqual(made);
    expect(chargeHappenings(charge(), [receipt])[1]?.detail).toBe("late");
    expect(keysOf(charge({ state: { kind: "completed", paidAt: at(3) } }))).toEqual([
      ...made,
      [at(3), "progress_charge_did_paid"],
    ]);
    expect(keysOf(charge({ state: { kind: "expired" } }))).toEqual([...made, [EXPIRY, "progress_charge_did_expired"]]);
  });
});
