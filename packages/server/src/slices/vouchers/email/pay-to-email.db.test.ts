import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import { blockUser, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findProject, setProjectLanguage } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { answersLostOnce, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { setLanguage } from "#users";
import { findWallet } from "#wallets";
import { emailPaymentFee } from "../model/email-payment.ts";
import { hashOfRecipient } from "../model/secrets.ts";
import { emailDeps, projectOf } from "../testing/email.harness.ts";
import { BASE_URL, givenVouchers, random } from "../testing/vouchers.harness.ts";
import { type EmailDeps, type PayToEmail, payToEmail } from "./pay-to-email.ts";

describe("the fee of a payment to an e-mail address", () => {
  it("is at least 1 sat, at least 1 %, and not a msat more than it has to be", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), (amount) => {
        const fee = emailPaymentFee(msats(amount));
        expect(fee).toBeGreaterThanOrEqual(1_000n);
        expect(fee * 100n).toBeGreaterThanOrEqual(amount);
        expect(fee === 1_000n || (fee - 1n) * 100n < amount).toBe(true);
      }),
    );
  });
});

onDatabase("a payment to an e-mail address", (database) => {
  const newEmail = () => emailAddress(`${random.uuid()}@example.com`);

  async function given(options: Partial<EmailDeps> = {}) {
    const all = await givenVouchers(database());
    const { issuer, world } = all;
    const projectId = projectOf(issuer);
    const deps: EmailDeps = { ...emailDeps(all.deps), ...options };
    const { name: projectName } = (await findProject(database().db, projectId)) ?? { name: "" };
    const request = (changes: Partial<PayToEmail> = {}): PayToEmail => ({
      caller: issuer,
      email: newEmail(),
      amount: sats(500n),
      comment: "Thank you",
      ...changes,
    });
    const feesBefore = await world.systemBalance("fee_income_email");
    const fundsBefore = await world.balance(issuer);
    return {
      ...all,
      deps,
      request,
      projectName,
      pay: (changes: Partial<PayToEmail> = {}, on: Partial<EmailDeps> = {}) =>
        payToEmail({ ...deps, ...on }, request(changes)),
      /** What the payer has lost, what we have earned, and what lies in vouchers. */
      moved: async () => ({
        paid: fundsBefore - (await world.balance(issuer)),
        earned: (await world.systemBalance("fee_income_email")) - feesBefore,
        outstanding: await all.outstanding(),
      }),
    };
  }

  async function givenReceiver() {
    const user = await givenUser(database(), { email: newEmail(), emailIsVerified: true });
    const wallet = await findWallet(database().db, user.walletId);
    if (wallet === undefined) throw new Error("a user has a wallet");
    const caller: Caller = { wallet, actor: { kind: "user", userId: user.id, sessionId: "one" } };
    return { user, wallet, caller, email: emailAddress(user.email) };
  }

  async function mailsTo(email: string) {
    return await database().admin.query<{ id: string; body_text: string; body_html: string; subject: string }>(sql`
      select id, body_text, body_html, subject
        from mails.mail
       where recipient = ${email}
       order by id`);
  }

  it("mails a voucher whose claim link redeems it, and takes the fee on top", async () => {
    const all = await given();
    const email = newEmail();
    const { payment, replayed } = await all.pay({ email });

    expect(replayed).toBe(false);
    expect(payment).toMatchObject({
      fee: 5_000n,
      receiver: undefined,
      voucher: { amount: 500_000n, description: "Thank you" },
    });
    expect(await all.moved()).toEqual({ paid: 505_000n, earned: 5_000n, outstanding: 500_000n });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    const token = /\/claim#([\w-]{22})$/m.exec(mail?.body_text ?? "")?.[1];
    expect(mail?.body_text).toContain(`${BASE_URL}/claim#${token}`);
    expect(mail?.body_html).toContain(`${BASE_URL}/claim#${token}`);
    expect(mail?.body_html).toContain(all.projectName);
    expect(mail?.subject).toBe("You have received 500 sat");

    await all.redeem({ voucher: payment.voucher, token: token ?? "" });
    expect(await all.balance(all.taker)).toBe(500_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("mails in the language of the recipient where it is known, else in that of the project", async () => {
    const all = await given();
    const subjectTo = async (email: PayToEmail["email"]) => {
      await all.pay({ email }, { mode: "always-voucher" });
      return (await mailsTo(email)).at(-1)?.subject;
    };
    const [stranger, { user, email }] = [newEmail(), await givenReceiver()];
    expect([await subjectTo(stranger), await subjectTo(email)]).toEqual(Array(2).fill("You have received 500 sat"));
    await setProjectLanguage(all.deps, projectOf(all.issuer), "de");
    expect([await subjectTo(stranger), await subjectTo(email)]).toEqual(Array(2).fill("Du hast 500 sat bekommen"));
    await setLanguage(all.deps, user.id, "fr");
    expect([await subjectTo(stranger), await subjectTo(email)]).toEqual([
      "Du hast 500 sat bekommen",
      "Vous avez reçu 500 sat",
    ]);
    const [mail] = await mailsTo(stranger);
    expect(mail?.body_html).toContain('<html lang="en">');
    expect((await mailsTo(email)).at(-1)?.body_html).toContain('<html lang="fr">');
  });

  it("credits the wallet of the user who has the address, with the whole amount and without a mail", async () => {
    const all = await given();
    const { user, email, caller } = await givenReceiver();
    const { payment } = await all.pay({ email });

    expect(payment).toMatchObject({
      fee: 5_000n,
      receiver: user.id,
      voucher: { state: { kind: "redeemed", by: user.walletId } },
    });
    expect(await all.balance(caller)).toBe(500_000n);
    expect(await all.moved()).toEqual({ paid: 505_000n, earned: 5_000n, outstanding: 0n });
    expect(await mailsTo(email)).toEqual([]);
    expect(await all.breaches()).toEqual([]);
  });

  it("mails a voucher when the address is not proved, and when the operator wants it for all", async () => {
    const all = await given();
    const unproved = await givenUser(database(), { email: newEmail() });
    expect((await all.pay({ email: emailAddress(unproved.email) })).payment.receiver).toBeUndefined();

    const { user, email, caller } = await givenReceiver();
    const { payment } = await all.pay({ email }, { mode: "always-voucher" });
    expect(payment).toMatchObject({ receiver: undefined, voucher: { state: { kind: "open" } } });
    expect(await mailsTo(email)).toHaveLength(1);

    await all.redeem({ voucher: payment.voucher }, { caller }); // the verified address stands for the token
    expect(await all.stateOf(payment)).toBe("redeemed");
    expect(await all.balance(caller)).toBe(500_000n);
    expect(user.id).toBeDefined();
    expect(await all.breaches()).toEqual([]);
  });

  it("mails a voucher to a user who is blocked, as to a stranger", async () => {
    const all = await given();
    const { user, email, caller } = await givenReceiver();
    await blockUser({ ...database(), clock: all.clock }, user.id);
    const { payment } = await all.pay({ email });
    expect(payment.receiver).toBeUndefined();
    const redeemed = all.redeem({ voucher: payment.voucher }, { caller }); // the address does not stand for the token
    await expect(redeemed).rejects.toMatchObject({ code: "voucher_not_found" });
    expect([await all.balance(caller), (await mailsTo(email)).length]).toEqual([0n, 1]);
    await unblockUser({ ...database(), clock: all.clock }, user.id);
    expect((await all.pay({ email })).payment.receiver).toBeDefined();
  });

  it("gives a revoked voucher's value back, and keeps the fee", async () => {
    const all = await given();
    const { payment } = await all.pay();
    await all.revoke(payment);
    expect(await all.moved()).toEqual({ paid: 5_000n, earned: 5_000n, outstanding: 0n });
    expect(await all.breaches()).toEqual([]);
  });

  it.each<[string, (all: Awaited<ReturnType<typeof given>>) => Promise<unknown>, string]>([
    ["is switched off", (all) => all.pay({}, { mode: "off" }), "endpoint_removed"],
    ["cannot be mailed", (all) => all.pay({}, { outlet: () => ({ kind: "none" }) }), "mail_not_configured"],
    [
      "is one mail too many for the project",
      (all) => all.pay({}, { limits: { perRecipient: 9, perProject: 0 } }),
      "mail_limit_exceeded",
    ],
    [
      "is one mail too many for the address",
      (all) => all.pay({}, { limits: { perRecipient: 0, perProject: 9 } }),
      "mail_limit_exceeded",
    ],
    ["is worth less than a sat", (all) => all.pay({ amount: msats(999n) }), "invalid_amount"],
    ["is worth more than any voucher", (all) => all.pay({ amount: msats(2n ** 53n) }), "invalid_amount"],
  ])("moves nothing and leaves its key free when it %s", async (_why, refused, code) => {
    const all = await given();
    const { pay } = all;
    const keyed = {
      ...all,
      pay: (input: Partial<PayToEmail> = {}, on = {}) => pay({ idempotencyKey: "one", ...input }, on),
    };
    await expect(refused(keyed)).rejects.toMatchObject({ code });
    expect(await all.moved()).toEqual({ paid: 0n, earned: 0n, outstanding: 0n });
    expect((await pay({ idempotencyKey: "one" })).replayed).toBe(false);
    expect(await all.breaches()).toEqual([]);
  });

  it("moves nothing when the address was unsubscribed, for another project neither", async () => {
    const all = await given();
    const email = newEmail();
    await all.pay({ email });
    await database().admin.query(sql`
      update mails.recipient
         set unsubscribed_at = now()
       where address_hash = sha256(${email}::text::bytea)`);
    await expect(all.pay({ email })).rejects.toMatchObject({ code: "recipient_unsubscribed" });
    expect(await all.moved()).toEqual({ paid: 505_000n, earned: 5_000n, outstanding: 500_000n });
  });

  it("counts the fee in what the wallet must hold, and says what it can give", async () => {
    const all = await given();
    const funds = await all.balance(all.issuer);
    const most = msats((funds * 100n) / 101n);
    await expect(all.pay({ amount: funds as never })).rejects.toMatchObject({
      code: "insufficient_funds",
      details: [
        { field: "available", issue: String(funds) },
        { field: "needed", issue: String(funds + emailPaymentFee(msats(funds))) },
      ],
    });
    await all.pay({ amount: msats(most - (most % 100n)) });
    expect(await all.breaches()).toEqual([]);
  });

  it("does not count the fee on the wallet's spending limits", async () => {
    const all = await given();
    await setLimits(all.deps, all.issuer.wallet.account, { daily: sats(1_000n) });
    await all.pay({ amount: sats(1_000n) });
    await expect(all.pay({ amount: sats(1n) })).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  it("says nothing of the user's wallet to a payer that cannot pay", async () => {
    const all = await given();
    const { wallet, email } = await givenReceiver();
    await setLimits(all.deps, wallet.account, { maxBalance: msats(7_777n) });
    const pay = (amount: bigint) => all.pay({ email, amount: msats(amount) });
    const funds = await all.balance(all.issuer);
    const before = await all.moved();
    await expect(pay(funds)).rejects.toMatchObject({ code: "insufficient_funds" });
    await expect(pay(7_778n)).rejects.toMatchObject({
      code: "receive_limit_exceeded",
      message: expect.not.stringContaining("7777"),
      details: [],
    });
    await setLimits(all.deps, all.issuer.wallet.account, { daily: msats(5_000n) });
    for (const amount of [7_777n, 7_778n]) await expect(pay(amount)).rejects.toMatchObject({ code: "limit_exceeded" });
    expect([await all.balance(all.issuer), await all.moved()]).toEqual([funds, before]);
    expect(await all.breaches()).toEqual([]);
  });

  it("is refused when the user's wallet may not hold it, exactly when several come concurrently", async () => {
    const all = await given();
    const { wallet, caller, email } = await givenReceiver();
    await setLimits(all.deps, wallet.account, { maxBalance: sats(1_000n) });
    const answers = await Promise.allSettled([1, 2, 3].map(() => all.pay({ email, amount: sats(400n) })));
    expect(answers.flatMap((a) => (a.status === "rejected" ? [a.reason.code] : []))).toEqual([
      "receive_limit_exceeded",
    ]);
    expect(await all.balance(caller)).toBe(800_000n);
    expect(await all.moved()).toMatchObject({ paid: 808_000n, outstanding: 0n });
    expect(await all.breaches()).toEqual([]);
  });

  it("is paid once for a key: of many concurrent requests, one mail, one voucher", async () => {
    const all = await given();
    const email = newEmail();
    const other = { ...all.deps, batch: database().batchOn(all.deps.clock) };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        payToEmail(i % 2 === 0 ? all.deps : other, all.request({ email, idempotencyKey: "order-7" })),
      ),
    );
    expect(new Set(answers.map(({ payment }) => payment.voucher.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await all.moved()).toEqual({ paid: 505_000n, earned: 5_000n, outstanding: 500_000n });
  });

  it("is answered by its key as it is now, and refuses the key for any other request", async () => {
    const all = await given();
    const asked = { email: newEmail(), idempotencyKey: "order-8" };
    const { payment } = await all.pay(asked);
    await all.revoke(payment);
    expect(await all.pay(asked)).toMatchObject({
      replayed: true,
      payment: { voucher: { state: { kind: "revoked" } } },
    });
    for (const other of [{ email: newEmail() }, { amount: sats(501n) }, { comment: "Thanks" }])
      await expect(all.pay({ ...asked, ...other })).rejects.toMatchObject({ code: "idempotency_mismatch" });
    const mails = sql`select from mails.mail where recipient_hash = ${hashOfRecipient(asked.email)}`;
    expect(await database().admin.query(mails)).toHaveLength(1);
  });

  it("takes no more than there is when many come concurrently", async () => {
    const all = await given();
    const funds = await all.balance(all.issuer);
    const amount = msats(funds / 5n);
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => all.pay({ amount })));
    const done = answers.filter(({ status }) => status === "fulfilled").length;
    expect(done).toBe(4); // the fee is on top
    expect(answers.flatMap((a) => (a.status === "rejected" ? [a.reason.code] : []))).toEqual(
      Array(8).fill("insufficient_funds"),
    );
    expect(await all.breaches()).toEqual([]);
  });

  it("happens once although the database's answer is lost and the call is sent again", async () => {
    const all = await given();
    const lost = { batch: answersLostOnce(database())(all.deps.clock) };
    const email = newEmail();
    await all.pay({ email }, lost);
    expect(await mailsTo(email)).toHaveLength(1);
    const receiver = await givenReceiver();
    const { payment } = await all.pay({ email: receiver.email }, lost);
    expect(payment.receiver).toBe(receiver.user.id);
    expect(await all.balance(receiver.caller)).toBe(500_000n);
    expect(await all.moved()).toEqual({ paid: 1_010_000n, earned: 10_000n, outstanding: 500_000n });
    expect(await all.breaches()).toEqual([]);
  });

  it("counts on the cap and the budget of its key, without the fee, and has no name for a list of destinations", async () => {
    const all = await given();
    const restricted = await withPolicy(database(), all.issuer, { cap: sats(500n), daily: sats(800n) });
    await expect(all.pay({ caller: restricted, amount: msats(500_001n) })).rejects.toMatchObject({
      code: "over_key_cap",
    });
    await all.pay({ caller: restricted });
    const { email } = await givenReceiver();
    await expect(all.pay({ caller: restricted, email })).rejects.toMatchObject({
      code: "over_key_budget",
      details: [{ field: "daily", issue: "300000" }],
    });
    await all.pay({ caller: restricted, email, amount: sats(300n) });
    const listed = await withPolicy(database(), all.issuer, { destinations: ["internal", "*@example.com"] });
    for (const to of [email, newEmail()])
      await expect(all.pay({ caller: listed, email: to })).rejects.toMatchObject({ code: "destination_not_allowed" });
    expect(await all.breaches()).toEqual([]);
  });

  it("moves nothing while sending is paused", async () => {
    const all = await given();
    await whilePaused(database(), async () => {
      await expect(all.pay()).rejects.toMatchObject({ code: "sending_paused" });
    });
    expect(await all.moved()).toEqual({ paid: 0n, earned: 0n, outstanding: 0n });
  });
});
