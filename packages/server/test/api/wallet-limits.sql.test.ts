import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { AppError } from "#kernel/errors.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { findRemaining, type Limits } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { answerPayCallback, createCharge } from "#receiving";
import type { PayDeps } from "#slices/payments/accept/deps.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import type { Asked } from "#slices/payments/testing/world.harness.ts";
import { createGamertagCharge } from "#slices/receiving/issue/create-gamertag-charge.ts";
import { createStaticCharge } from "#slices/receiving/offer/create-static-charge.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { emailDeps } from "#slices/vouchers/testing/email.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { setUserLimits, type User } from "#users";
import { createRecipientCache, publicStaticChargeOf, recipientsAt } from "#wallets";

const HOST = "leyden.example";
const BASE_URL = `https://${HOST}`;

onDatabase("the limits of a wallet", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { world, issuer, clock } = vouchers;
    const db = database().db;
    const find = { db, recipientCache: createRecipientCache(clock) };
    const deps = { ...vouchers.deps, recipientOf: recipientsAt(HOST, find), addressMax: sats(1_000_000n) };
    const rich = await world.project("rich", sats(1_000_000n));
    const { actor } = issuer;

    /** A user with money, in whose name a project asks: limits belong to the wallet. */
    async function person(funds: Msats, limits: Partial<Limits>) {
      const user = await givenUser(database(), { emailIsVerified: true });
      const { wallet } = await givenPayer(database(), user, funds);
      await setUserLimits({ ...database(), clock }, user.id, { set: limits, byLevel: [] });
      return { user, caller: { wallet, actor }, balance: () => world.balance({ wallet, actor }) };
    }

    async function payAs(caller: Caller, asked: Asked, on: PayDeps = deps): Promise<void> {
      const { payment } = await pay(on, world.request(caller, asked));
      await world.settled();
      const { progress } = payment;
      if (progress.kind === "failed") throw Object.assign(new Error(progress.detail), { code: progress.code });
    }

    const charging = { ...world.drive, ...deps };
    const emailing = emailDeps(deps);
    const chargeOf = async (caller: Caller, amount: Msats) =>
      (await createCharge(charging, { caller, amount, description: "", expirySeconds: 3_600 })).charge;
    const toEmail = async (caller: Caller, email: string, amount: Msats, on = emailing) => {
      await payToEmail(on, { caller, email: emailAddress(email), amount, comment: "" });
    };
    const staticOf = async (caller: Caller) => {
      const amounts = { minAmount: sats(1n), maxAmount: sats(1_000_000n) };
      const texts = { description: "tip", successMessage: "" };
      return (await createStaticCharge(charging, { caller, ...amounts, ...texts })).staticCharge.id;
    };
    return { ...vouchers, deps, rich, person, payAs, charging, emailing, chargeOf, toEmail, staticOf };
  }
  type World = Awaited<ReturnType<typeof given>>;
  type Person = Awaited<ReturnType<World["person"]>>;

  /** "done", or with which code nothing was done. */
  const outcomeOf = async (work: Promise<unknown>) =>
    await work.then(
      () => "done",
      (error: AppError) => error.code,
    );

  type Way = readonly [name: string, (w: World, who: Person, amount: Msats) => Promise<unknown>];

  const OUT: readonly Way[] = [
    [
      "a Lightning address",
      (w, { caller }, amount) => w.payAs(caller, { lnAddress: w.world.recipient("shop"), amount }),
    ],
    [
      "an invoice",
      (w, { caller }, amount) =>
        w.payAs(caller, {
          destination: { kind: "invoice", invoice: w.world.invoice({ amount }).text },
          amount: undefined,
        }),
    ],
    [
      "an invoice of this service",
      async (w, { caller }, amount) => {
        const { invoice } = await w.chargeOf(w.rich, amount);
        await w.payAs(caller, { destination: { kind: "invoice", invoice }, amount: undefined });
      },
    ],
    [
      "a gamertag",
      async (w, { caller }, amount) => {
        const { gamertag } = await givenUser(database());
        await w.payAs(caller, { destination: { kind: "gamertag", gamertag }, amount });
      },
    ],
    [
      "another wallet",
      (w, { caller }, amount) =>
        w.payAs(caller, { destination: { kind: "wallet", walletId: w.rich.wallet.id }, amount }),
    ],
    [
      "a node, by keysend",
      async (w, { caller }, amount) => {
        const nodeId = await w.world.node.counterparty.nodeId();
        await w.payAs(caller, { destination: { kind: "node", nodeId, records: [], metadata: undefined }, amount });
      },
    ],
    ["a voucher", (w, { caller }, amount) => w.issueAll([{ amount }], { caller })],
    [
      "an e-mail address of a stranger",
      (w, { caller }, amount) => w.toEmail(caller, `${w.deps.random.uuid()}@x.example`, amount),
    ],
    [
      "an e-mail address of a user",
      async (w, { caller }, amount) => {
        const { email } = await givenUser(database(), { emailIsVerified: true });
        await w.toEmail(caller, email, amount);
      },
    ],
  ];

  it.each(OUT)("holds what leaves it for %s, in each window", async (_name, send) => {
    const w = await given();
    for (const window of ["daily", "weekly", "monthly"] as const) {
      const who = await w.person(sats(10_000n), { [window]: sats(100n) });
      expect(await outcomeOf(send(w, who, sats(101n)))).toBe("limit_exceeded");
      expect(await who.balance()).toBe(sats(10_000n));
      expect(await outcomeOf(send(w, who, sats(60n)))).toBe("done");
      expect(await outcomeOf(send(w, who, sats(41n)))).toBe("limit_exceeded");
      expect(await outcomeOf(send(w, who, sats(40n)))).toBe("done");
      const left = await findRemaining(database().db, who.caller.wallet.account, w.clock.now());
      expect(left[window]).toBe(0n);
    }
    expect(await w.breaches()).toEqual([]);
  });

  it("holds what a withdrawal request takes from it, when it is claimed", async () => {
    const w = await given();
    const who = await w.person(sats(10_000n), { daily: sats(990n) });
    const [first, second] = (await w.issueAll([{}, {}], { caller: who.caller, kind: "withdrawal" })).issued;
    if (first?.token === undefined || second?.token === undefined) throw new Error("nothing was issued");
    await w.claim({ token: first.token });
    await w.later(5_000);
    const spent = sats(10_000n) - (await who.balance());
    expect(spent).toBeGreaterThanOrEqual(sats(990n));
    expect(await outcomeOf(w.claim({ token: second.token }))).not.toBe("done");
    expect([await w.stateOf(first), await w.stateOf(second)]).toEqual(["redeemed", "open"]);
    expect(sats(10_000n) - (await who.balance())).toBe(spent);
  });

  const lnurlOf = (path: string) => encodeLnurl(new URL(`${BASE_URL}${path}`));

  const IN: readonly Way[] = [
    [
      "a payment to the wallet",
      (w, { user }, amount) => w.payAs(w.rich, { destination: { kind: "wallet", walletId: user.walletId }, amount }),
    ],
    [
      "a payment to the gamertag",
      (w, { user }, amount) => w.payAs(w.rich, { destination: { kind: "gamertag", gamertag: user.gamertag }, amount }),
    ],
    [
      "a payment to the address",
      (w, { user }, amount) => w.payAs(w.rich, { lnAddress: `${user.gamertag}@${HOST}`, amount }),
    ],
    [
      "a payment to the wallet's LNURL",
      (w, { user }, amount) => w.payAs(w.rich, { lnAddress: publicStaticChargeOf(user.walletId, BASE_URL), amount }),
    ],
    [
      "a payment to a static charge",
      async (w, { caller }, amount) => {
        const lnAddress = lnurlOf(`/lnurl/pay/static/${await w.staticOf(caller)}`);
        await w.payAs(w.rich, { lnAddress, amount });
      },
    ],
    [
      "a charge",
      async (w, { caller }, amount) => {
        const { invoice } = await w.chargeOf(caller, amount);
        await w.payAs(w.rich, { destination: { kind: "invoice", invoice }, amount: undefined });
      },
    ],
    [
      "a charge for the gamertag",
      async (w, { user: { gamertag } }, amount) => {
        const asked = { caller: w.rich, gamertag, amount, description: "" };
        const { charge } = await createGamertagCharge(w.charging, asked);
        await w.payAs(w.rich, { destination: { kind: "invoice", invoice: charge.invoice }, amount: undefined });
      },
    ],
    [
      "a voucher",
      async (w, { caller }, amount) => {
        const secret = await w.issue("voucher", { amount });
        await w.redeem(secret, { caller });
      },
    ],
    ["a payment to the e-mail address", (w, { user }, amount) => w.toEmail(w.rich, user.email, amount)],
  ];

  it.each(IN)("holds what %s brings at the maximum balance", async (_name, bring) => {
    const w = await given();
    const who = await w.person(msats(0n), { maxBalance: sats(100n) });
    const refused = ["receive_limit_exceeded", "amount_out_of_range"];
    expect(refused).toContain(await outcomeOf(bring(w, who, sats(101n))));
    expect(await who.balance()).toBe(0n);
    expect(await outcomeOf(bring(w, who, sats(50n)))).toBe("done");
    expect(refused).toContain(await outcomeOf(bring(w, who, sats(51n))));
    expect(await outcomeOf(bring(w, who, sats(50n)))).toBe("done");
    expect(await who.balance()).toBe(sats(100n));
    expect(refused).toContain(await outcomeOf(bring(w, who, sats(1n))));
    expect(await w.breaches()).toEqual([]);
  });

  it("are offered to no Lightning wallet beyond the maximum balance", async () => {
    const w = await given();
    const { user, caller } = await w.person(msats(0n), { maxBalance: sats(100n) });
    const staticCharge = await w.staticOf(caller);
    const links = [
      { kind: "name", name: user.gamertag.toLowerCase() },
      { kind: "wallet", id: user.walletId },
      { kind: "static", id: staticCharge },
    ] as const;
    for (const ref of links) {
      const ask = (amount: bigint) => answerPayCallback(w.charging, { ref, amount: String(amount) });
      expect(await outcomeOf(ask(100_001n))).toBe("amount_out_of_range");
      expect(await outcomeOf(ask(100_000n))).toBe("done");
    }
  });

  it("hold invoices that were made before, when a wallet of this service pays them, or a voucher does", async () => {
    const w = await given();
    const who = await w.person(msats(0n), { maxBalance: sats(1_000n) });
    const [first, second, third] = await Promise.all([800n, 201n, 990n].map((n) => w.chargeOf(who.caller, sats(n))));
    const payInvoice = async (invoice = "") =>
      await outcomeOf(w.payAs(w.rich, { destination: { kind: "invoice", invoice }, amount: undefined }));
    expect(await payInvoice(first?.invoice)).toBe("done");
    const before = await w.world.balance(w.rich);
    expect(await payInvoice(second?.invoice)).toBe("receive_limit_exceeded");
    expect(await w.world.balance(w.rich)).toBe(before);
    if (second === undefined) throw new Error("no charge was made");
    expect(await w.world.node.lookupIncoming(second.paymentHash)).not.toEqual({ kind: "cancelled" });

    const secret = await w.issue();
    await outcomeOf(w.claim(secret, { invoice: third?.invoice ?? "" }));
    await w.later(5_000);
    expect([await w.stateOf(secret), await who.balance()]).toEqual(["open", sats(800n)]);
    expect(await w.breaches()).toEqual([]);
  });

  it("hold invoices that are paid in one call, one after another", async () => {
    const w = await given();
    const who = await w.person(msats(0n), { maxBalance: sats(1_000n) });
    const other = await w.person(msats(0n), { maxBalance: sats(1_000n) });
    const payees = [who, other, who, who, other];
    const charges = await Promise.all(
      payees.map(({ caller }, i) => w.chargeOf(caller, sats([600n, 900n, 401n, 400n, 100n][i] ?? 0n))),
    );
    const ids = charges.map(() => w.deps.random.uuid());
    let outcomes: unknown;
    const undone = database().db.transaction(async (tx) => {
      outcomes = await tx.query(sql`
        select t.outcome
          from receiving.take_internal_many(
                 ${w.clock.now()}, ${charges.map(({ id }) => id)}::uuid[], ${charges.map(({ invoice }) => invoice)}::text[],
                 ${charges.map(({ amount }) => amount)}::bigint[], ${ids}::uuid[], ${ids}::uuid[], ${ids}::uuid[], ${ids}::uuid[]) t`);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(outcomes).toEqual([{ outcome: ["taken", "taken", "over_maximum", "taken", "taken"] }]);
  });

  it.each(["daily", "weekly", "monthly"] as const)(
    "are exact: of 64 payments of two processes the %s limit takes what fits, to the msat",
    async (window) => {
      const w = await given();
      const who = await w.person(sats(10_000n), { [window]: sats(100n) });
      const batches = [database().batchOn(w.clock), database().batchOn(w.clock)];
      const { gamertag, email } = await givenUser(database(), { emailIsVerified: true });
      const work = Array.from({ length: 64 }, async (_, i) => {
        const batch = batches[i % 2] as (typeof batches)[number];
        const on = { ...w.deps, batch, pendingMax: () => ({ wallet: 100, owner: 100, node: 200 }) };
        const amount = sats(7n);
        const destinations = [
          { kind: "gamertag", gamertag },
          { kind: "wallet", walletId: w.rich.wallet.id },
          { kind: "invoice", invoice: w.world.invoice({ amount }).text },
        ] as const;
        const destination = destinations[Math.floor(i / 2) % 4];
        if (destination === undefined) return await w.toEmail(who.caller, email, amount, { ...w.emailing, batch });
        return await w.payAs(
          who.caller,
          { destination, ...(destination.kind === "invoice" ? { amount: undefined } : { amount }) },
          on,
        );
      });
      const outcomes = await Promise.all(work.map(outcomeOf));
      expect(outcomes.filter((code) => code === "done")).toHaveLength(14);
      expect(outcomes.filter((code) => code === "limit_exceeded")).toHaveLength(50);
      const left = await findRemaining(database().db, who.caller.wallet.account, w.clock.now());
      expect(left[window]).toBe(sats(2n));
      expect(await w.breaches()).toEqual([]);
    },
  );

  it("are exact: of 64 payments of two processes the maximum balance takes what fits, to the msat", async () => {
    const w = await given();
    const { user, caller, balance } = await w.person(msats(0n), { maxBalance: sats(100n) });
    const batches = [database().batchOn(w.clock), database().batchOn(w.clock)];
    const amount = sats(7n);
    const secrets = (await w.issueAll(Array.from({ length: 16 }, () => ({ amount })))).issued;
    const charges = await Promise.all(Array.from({ length: 16 }, () => w.chargeOf(caller, amount)));
    const bring = async (i: number, user: User) => {
      const batch = batches[i % 2] as (typeof batches)[number];
      const on = { ...w.deps, batch, pendingMax: () => ({ wallet: 100, owner: 100, node: 200 }) };
      const nth = Math.floor(i / 4);
      const secret = secrets[nth];
      if (secret === undefined) throw new Error("too few vouchers");
      switch (i % 4) {
        case 0:
          return await w.payAs(w.rich, { destination: { kind: "gamertag", gamertag: user.gamertag }, amount }, on);
        case 1:
          return await w.redeem({ voucher: secret.voucher, ...(secret.token && { token: secret.token }) }, { caller });
        case 2:
          return await w.toEmail(w.rich, user.email, amount, { ...w.emailing, batch });
        default: {
          const invoice = charges[nth]?.invoice ?? "";
          return await w.payAs(w.rich, { destination: { kind: "invoice", invoice }, amount: undefined }, on);
        }
      }
    };
    const outcomes = await Promise.all(Array.from({ length: 64 }, (_, i) => outcomeOf(bring(i, user))));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(14);
    expect(outcomes.filter((code) => code === "receive_limit_exceeded")).toHaveLength(50);
    expect(await balance()).toBe(sats(98n));
    expect(await w.breaches()).toEqual([]);
  });
});
