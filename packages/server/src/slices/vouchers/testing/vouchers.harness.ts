import { runAudit } from "#audit";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { claimByInvoice } from "../claim/claim-by-invoice.ts";
import { type RedeemVoucher, redeemVoucher } from "../claim/redeem-voucher.ts";
import { workDue } from "../claim/work-due.ts";
import { invariants } from "../invariants.ts";
import { revokeVoucher } from "../issue/end-voucher.ts";
import { type IssueVouchers, issueVouchers, type VoucherRequest } from "../issue/issue-vouchers.ts";
import { k1OfToken } from "../model/secrets.ts";
import type { Voucher, VoucherKind } from "../model/voucher.ts";
import { findVoucher } from "../store/vouchers.ts";
import { emailDeps } from "./email.harness.ts";

export const BASE_URL = "https://leyden.example";
export const DAY = 24 * 3_600_000;
export const random = machineRandom();

export type Given = Awaited<ReturnType<typeof givenVouchers>>;

/** A voucher or a withdrawal request with its secret. */
export type Secret = { readonly voucher: Voucher; readonly token: string };

/**
 * Somebody who issues vouchers, somebody who redeems them, a Lightning world whose clock the test moves, and all the
 * verbs.
 */
export async function givenVouchers(database: DatabaseUnderTest, options: Parameters<typeof givenDriving>[1] = {}) {
  // What earlier tests left open is not this test's work.
  await database.admin.query(sql`
    update vouchers.voucher
       set due_at = '2999-01-01'
     where due_at is not null`);
  await database.admin.query(sql`truncate vouchers.wrong_code`);
  const driving = await givenDriving(database, options);
  const { world, caller: issuer, clock } = driving;
  const deps = { ...world.pay, baseUrl: BASE_URL, email: emailDeps(world.pay) };
  const taker = await world.project("taker", sats(0n));
  const outstandingBefore = await world.systemBalance("vouchers_outstanding");

  async function issueAll(vouchers: readonly Partial<VoucherRequest>[], request: Partial<IssueVouchers> = {}) {
    return await issueVouchers(deps, {
      caller: issuer,
      kind: "voucher",
      operation: "test",
      vouchers: vouchers.map((voucher) => ({
        amount: sats(1_000n),
        description: "a gift",
        expirySeconds: 30 * 86_400,
        ...voucher,
      })),
      ...request,
    });
  }

  async function issue(kind: VoucherKind = "voucher", voucher: Partial<VoucherRequest> = {}): Promise<Secret> {
    const [made] = (await issueAll([voucher], { kind })).issued;
    if (made?.token === undefined) throw new Error("nothing was issued");
    return { voucher: made.voucher, token: made.token };
  }

  const codeOf = ({ origin }: Voucher) => (origin.kind === "voucher" ? origin.code : "");

  return {
    ...driving,
    deps,
    issuer,
    taker,
    issueAll,
    issue,
    codeOf,
    redeem: (secret: Pick<Secret, "voucher"> & Partial<Secret>, request: Partial<RedeemVoucher> = {}) =>
      redeemVoucher(deps, {
        caller: taker,
        code: codeOf(secret.voucher),
        token: secret.token,
        network: "203.0.113.1",
        ...request,
      }),
    revoke: ({ voucher }: Pick<Secret, "voucher">, caller: Caller = issuer) =>
      revokeVoucher(deps, { caller, code: codeOf(voucher) }),
    /** As a wallet does after it has read the offer. Returns the invoice. */
    async claim(
      { token }: Pick<Secret, "token">,
      { invoice = world.invoice({ amount: MOST }).text, k1 = k1OfToken(token), on = deps } = {},
    ) {
      await claimByInvoice(on, { token, k1, invoice });
      return invoice;
    },
    async reread({ voucher }: Pick<Secret, "voucher">): Promise<Voucher> {
      const found = await findVoucher(database.db, voucher.id);
      if (found === undefined) throw new Error("the voucher is lost");
      return found;
    },
    async stateOf({ voucher }: Pick<Secret, "voucher">): Promise<string | undefined> {
      return (await findVoucher(database.db, voucher.id))?.state.kind;
    },
    /** Lets time pass, drives the payments that are due, and looks after the vouchers that are. */
    async later(ms: number, on: Parameters<typeof workDue>[0] = deps): Promise<void> {
      await world.settled(); // what was begun before is done at its time
      await driving.later(ms);
      while ((await workDue(on)) > 0) await world.settled();
      await driving.later(0);
      clock.advance(5_000);
      while ((await workDue(on)) > 0) await world.settled();
    },
    /** What vouchers of this test lie in the account of vouchers. */
    outstanding: async (): Promise<bigint> => (await world.systemBalance("vouchers_outstanding")) - outstandingBefore,
    balance: (caller: Caller): Promise<bigint> => world.balance(caller),
    async breaches(): Promise<readonly string[]> {
      const found = await runAudit({ db: database.db, invariants: invariants(clock) });
      return [
        ...found.filter(({ id }) => !OF_TIMES.has(id)).flatMap(({ breaches }) => breaches),
        ...(await driving.breaches()),
      ];
    },
  };
}

/** The fee reserve of 1,000 sat is 10 sat, so a wallet may ask for 990 sat. */
export const MOST: Msats = sats(990n);
