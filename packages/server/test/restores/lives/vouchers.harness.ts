import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { createCharge } from "#receiving";
import { holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { workDue } from "#slices/vouchers/claim/work-due.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { hashOfToken } from "#slices/vouchers/model/secrets.ts";
import { payoutRange } from "#slices/vouchers/model/withdraw-offer.ts";
import { findVoucherByToken } from "#slices/vouchers/store/vouchers.ts";
import { projectOf } from "#slices/vouchers/testing/email.harness.ts";
import { type Given, givenVouchers, type Secret } from "#slices/vouchers/testing/vouchers.harness.ts";
import { revokeByOperator } from "#vouchers";
import type { Life } from "./life.harness.ts";
import { paidFor, type Seen, type Thing } from "./thing.harness.ts";

const ROUTE_FEE = 1_500n;

export type Issued = "voucher" | "withdrawal" | "e-mail";

/** Vouchers, withdrawal requests and payments to e-mail addresses, each of a wallet of its own. */
export async function vouchers(database: () => DatabaseUnderTest, kind: Issued) {
  const living = await givenVouchers(database(), { node: { funds: sats(400_000_000n) } });
  return { living, thing: (life: Life<Given>, n: number) => voucherOf(life, kind, n) };
}

/** What may be paid for one is at least half of it: none is half as much as another one. */
function amountOf(n: number): Msats {
  let amount = 1_000n;
  for (let k = 0; k < n; k += 1) amount = (amount * 22n) / 10n;
  return sats(amount);
}

async function voucherOf(life: Life<Given>, kind: Issued, n: number): Promise<Thing> {
  const { world, deps, db, admin } = life;
  const value = amountOf(n);
  const funds = sats(value / 1_000n + 1_000_000n);
  const caller = await world.project(`issuer ${n}`, funds);
  const claimed = payoutRange(value, deps)?.max ?? msats(0n);
  const email = emailAddress(`somebody-${n}@example.com`);
  let secret: Secret | undefined;
  let fee = 0n;

  async function issue() {
    if (kind === "e-mail") return await issueByMail();
    const request = { kind, caller, idempotencyKey: "first" } as const;
    const [made] = (await life.issueAll([{ amount: value }], request)).issued;
    return made;
  }
  async function issueByMail() {
    const asked = { caller, projectId: projectOf(caller), email, amount: value, comment: "" };
    const { payment } = await payToEmail(deps.email, { ...asked, idempotencyKey: "first" });
    fee = payment.fee;
    const [mail] = await admin.query<{ text: string }>(sql`
      select body_text as text from mails.mail where recipient = ${email}`);
    return { voucher: payment.voucher, token: /\/claim#([\w-]{22})$/m.exec(mail?.text ?? "")?.[1] };
  }
  const mine = (): Secret => {
    if (secret === undefined) throw new Error("it was not issued");
    return secret;
  };
  const now = async () => {
    const hash = secret && hashOfToken(secret.token);
    return hash && (await findVoucherByToken(db, hash));
  };
  const claim = () => life.claim(mine(), { invoice: world.invoice({ amount: claimed, expirySeconds: 86_400 }).text });
  async function work(): Promise<void> {
    const state = (await now())?.state;
    await life.due(mine().voucher.id, ...(state?.kind === "claiming" ? [state.claim.paymentId] : []));
    await driveDue(world.drive);
    await world.settled();
    await life.due(mine().voucher.id);
    await workDue(deps);
  }
  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    async open() {
      const made = await issue();
      if (made?.token === undefined) throw new Error("nothing was issued");
      secret = { voucher: made.voucher, token: made.token };
    },
    async claiming() {
      world.node.plan = holds();
      await claim();
      await world.settled();
    },
    async paid_out() {
      const { paymentHash } = world.node.paying.attempts.findLast((one) => one.amount === claimed) ?? {};
      world.node.paying.settle(paymentHash ?? new Uint8Array());
      await work();
    },
    async redeemed_inside() {
      if (kind !== "withdrawal") return await life.redeem(mine());
      const asked = { caller: life.taker, amount: claimed, description: "", expirySeconds: 3_600 };
      const { charge } = await createCharge({ ...world.drive, ...world.pay }, asked);
      await life.claim(mine(), { invoice: charge.invoice });
      await world.settled();
      return await work();
    },
    given_back: () => revokeByOperator(deps, mine().voucher.id),
  };
  let wasTaken = false;

  return {
    amount: claimed,
    id: async () => (await now())?.id,
    owner: () => ({ kind: "wallet", id: caller.wallet.id }),
    async reach(state) {
      await reach[state]?.();
      const kindNow = (await now())?.state.kind ?? "absent";
      const wanted = STATES[state] ?? state;
      if (kindNow !== wanted) throw new Error(`the ${kind} is ${kindNow}, and not ${state}`);
    },
    async finish() {
      if ((await now())?.state.kind !== "open") return;
      world.node.plan = pays();
      await claim();
      wasTaken = true;
    },
    tell: async (seen) =>
      tellVoucher((await now())?.state.kind, { ...seen, wasTaken, wasIssued: secret !== undefined }),
    async comeAgain(end) {
      const troubles: string[] = [];
      const isHere = (await now()) !== undefined;
      for (const [how, take] of [
        ["claimed", claim],
        ["redeemed", () => life.redeem(mine())],
      ] as const)
        if (
          secret !== undefined &&
          (await take().then(
            () => true,
            () => false,
          ))
        )
          troubles.push(`it is ${how} again`);
      await life.later(60_000);
      const paid = BigInt(paidFor(life, claimed));
      const isInside = end.startsWith("redeemed_inside");
      const isGivenBack = end.startsWith("given_back");
      const spent = isInside ? (kind === "withdrawal" ? claimed : value) : paid * (claimed + ROUTE_FEE);
      const wanted = funds - spent - (isHere ? fee : 0n);
      const balance = await world.balance(caller);
      if (balance !== wanted) troubles.push(`the wallet has ${balance} and not ${wanted}`);
      if (isGivenBack && paid > 0n) troubles.push("it was given back and paid");
      const id = isHere ? mine().voucher.id : undefined;
      if (id !== undefined && (await issue())?.voucher.id !== id) troubles.push("the key issues another one");
      return troubles;
    },
  };
}

const STATES: Readonly<Record<string, string>> = {
  paid_out: "redeemed",
  redeemed_inside: "redeemed",
  given_back: "revoked",
};

type SeenVoucher = Seen & { readonly wasTaken: boolean; readonly wasIssued: boolean };

function tellVoucher(state: string | undefined, { copy, assigned, wasTaken, wasIssued }: SeenVoucher): string {
  if (state === undefined && !wasIssued) return "not issued";
  if (state === undefined)
    return assigned === undefined ? "its secret is worth nothing" : "its secret is worth nothing; what left is booked";
  if (["paid_out", "redeemed_inside", "given_back"].includes(copy)) return `${copy} already`;
  if (wasTaken) return "open: whoever has its secret takes it once";
  if (assigned !== undefined) return "paid out before (possible)";
  if (state === "redeemed") return "completed by the node's proof";
  if (state === "claiming") return "waits for the node (in_flight)";
  return state;
}
