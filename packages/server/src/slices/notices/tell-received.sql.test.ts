import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { type ChargeId, newId, type ProjectId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import type { PostingNo } from "#ledger";
import { pay } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createProject } from "#projects";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { givenMailing } from "#slices/mails/testing/mailing.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import type { ChargeOrigin } from "#slices/receiving/model/charge.ts";
import { chargeMany } from "#slices/receiving/store/batched.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { givenPayer, givenUser, random } from "#slices/users/testing/users.harness.ts";
import { readReceived } from "#statements";
import { setLanguage, type User } from "#users";
import { findWallet } from "#wallets";
import { endReceiptMails } from "./end-receipt-mails.ts";
import { stopToken } from "./model/stop-link.ts";
import { receiptMailRoutes } from "./receipt-mail-routes.ts";
import { findIsWished } from "./store/wishes.ts";
import { BETWEEN_MAILS_MS, type TellReceivedDeps, tellReceived } from "./tell-received.ts";
import { LINES_MAX } from "./templates/received-mail.ts";
import { wishReceiptMails } from "./wish-receipt-mails.ts";

const mac = (text: string, about: string) => createHash("sha256").update(`${about} ${text}`).digest();
const LINK: ChargeOrigin = {
  kind: "pay_link",
  staticChargeId: undefined,
  comment: "Log in at https://evil.example",
  payerData: { name: "Your bank" },
};

onDatabase("mails about what a wallet receives", (database) => {
  async function given() {
    const { db, admin, journal } = database();
    const world = await givenMailing(database());
    await admin.query(sql`delete from notices.receipt_wish`);
    await admin.query(sql`delete from restore.restore`);
    const deps: TellReceivedDeps = { ...world.deps, mac, branding: { name: "Shop Pay" }, walletPath: "/wallet" };
    const user = await givenUser(database(), { emailIsVerified: true });
    const wish = (who: User = user) => wishReceiptMails(deps, who);

    /** Somebody pays over Lightning. */
    async function receive(
      satoshis: bigint,
      { to = user, origin = LINK, description = "an order", settledAt = world.clock.now() } = {},
    ): Promise<void> {
      const wallet = await findWallet(db, to.walletId);
      if (wallet === undefined) throw new Error("the user has no wallet");
      const amount = sats(satoshis);
      const paymentHash = random.bytes(32);
      const charge = {
        id: newId<ChargeId>(random),
        walletId: wallet.id,
        account: wallet.account,
        amount,
        description,
        internalId: undefined,
        callbackUrl: undefined,
        invoice: `lnbcrt1b${Buffer.from(paymentHash).toString("hex")}`,
        paymentHash,
        expiresAt: new Date(world.clock.now().getTime() + 600_000),
        origin,
      };
      await world.batch(chargeMany, { charge, ownerId: to.id, idempotency: undefined });
      const credit = { ...creditDeps(database()), batch: world.batch };
      await creditReceipt(credit, { paymentHash, amount, cost: msats(0n), settledAt }, undefined);
    }
    return {
      ...world,
      deps,
      user,
      wish,
      receive,
      tell: (changes: Partial<TellReceivedDeps> = {}) => tellReceived({ ...deps, ...changes }),
      end: (who: User = user) => endReceiptMails({ db, journal }, who.id),
      mails: async (who: User = user) =>
        await admin.query<{ subject: string; body_text: string; body_html: string; unsubscribe_url: string }>(sql`
          select subject, body_text, body_html, unsubscribe_url
            from mails.mail
           where recipient = ${who.email}
           order by id`),
    };
  }
  const subjects = (mails: readonly { readonly subject: string }[]) => mails.map(({ subject }) => subject);

  it("are written to nobody who did not ask for them, and tell nothing from before", async () => {
    const { user, receive, wish, tell, mails } = await given();
    await receive(100n);
    await tell();
    await wish();
    await tell();
    expect(await mails()).toEqual([]);
    await receive(1_234n);
    await tell();
    await wish(); // again: nothing is told twice, and nothing is left out
    await tell();
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(["You received 1,234 sat", []]);
    expect(mail?.body_text).toContain("It is in your wallet at Shop Pay.");
    expect(mail?.body_text).toContain("\nhttps://leyden.example/wallet\n");
    expect(mail?.body_text).toContain("1,234 sat. To your Lightning address or your payment link");
    expect(mail?.body_text).toMatch(/\d{1,2} \w+ 20\d\d at \d\d:\d\d UTC/);
    expect(mail?.unsubscribe_url).toBe(`https://leyden.example/mails/received/${stopToken(mac, user)}`);
    expect(mail?.body_text).toContain(mail?.unsubscribe_url);
  });

  it("say what of it is known, and no word of a stranger, who may be anybody", async () => {
    const { user, receive, wish, tell, mails } = await given();
    await wish();
    const project = await createProject({ ...database(), random }, { name: "Example shop" });
    const asked = { kind: "project", askedBy: project.id as ProjectId } as const;
    await receive(1n);
    await receive(2n, { origin: asked, description: "Order 7, see https://evil.example" });
    await receive(3n, { origin: { kind: "request" }, description: "for the cake" });
    const { world: lightning } = await givenDriving(database());
    const friend = await givenPayer(database(), await givenUser(database()), sats(50n));
    const destination = { kind: "gamertag", gamertag: user.gamertag } as const;
    await pay(lightning.pay, lightning.request(friend, { destination, amount: sats(4n), waitMs: 0 }));
    await lightning.settled();
    await tell();

    const [mail] = await mails();
    expect(mail?.subject).toBe("You received 10 sat in 4 payments");
    for (const text of [
      "4 sat. From within this service",
      "3 sat. An invoice of yours was paid: for the cake",
      "2 sat. To an invoice that Example shop asked for: Order 7, see https: / /evil. example",
      "1 sat. To your Lightning address or your payment link",
    ])
      expect(mail?.body_text).toContain(text);
    for (const part of [mail?.body_text, mail?.body_html]) {
      expect(part).not.toContain("evil.example");
      expect(part).not.toContain("Your bank");
    }
  });

  it("tell the first payment at once, and what comes within an hour in one more, however much that is", async () => {
    const { clock, receive, wish, tell, mails } = await given();
    await wish();
    await receive(10n);
    await tell();
    for (let i = 0; i < LINES_MAX + 5; i += 1) {
      await receive(100n);
      await tell();
    }
    expect(subjects(await mails())).toEqual(["You received 10 sat"]);
    clock.advance(BETWEEN_MAILS_MS);
    await tell();
    await tell();
    const all = await mails();
    expect(subjects(all)).toEqual(["You received 10 sat", "You received 2,500 sat in 25 payments"]);
    expect(all[1]?.body_text.match(/^- .*100 sat/gm)).toHaveLength(LINES_MAX);
    expect(all[1]?.body_text).toContain("And 5 more payments.");
  });

  it("count each payment once however many pages of movements there are, down to the one that was told", async () => {
    const { user, receive } = await given();
    const { db } = database();
    const wallet = await findWallet(db, user.walletId);
    if (wallet === undefined) throw new Error("the user has no wallet");
    const read = (after: bigint) =>
      readReceived({ db }, { wallet, after: after as PostingNo, settledSince: undefined, most: 3, pageSize: 2 });
    for (let i = 0; i < 3; i += 1) await receive(1n);
    const { newest = 0n as PostingNo, ...first } = await read(0n);
    expect(first).toMatchObject({ count: 3, sum: 3_000n });
    for (let i = 0; i < 5; i += 1) await receive(10n);
    const later = await read(newest);
    expect(later).toMatchObject({ count: 5, sum: 50_000n });
    expect(later.latest).toHaveLength(3);
    expect(later.newest).toBeGreaterThan(newest);
    expect(await read(later.newest ?? 0n)).toMatchObject({ count: 0, newest: undefined });
  });

  it("tell nothing of what the own wallet sent and got back, and go on after it", async () => {
    const { user, receive, wish, tell, mails } = await given();
    await wish();
    const payer = await givenPayer(database(), user, sats(500n)); // booked, by nobody who pays
    const { world: lightning } = await givenDriving(database());
    const lnAddress = lightning.recipient("bakery");
    await pay(lightning.pay, lightning.request(payer, { lnAddress, amount: sats(100n), waitMs: 0 }));
    await lightning.settled();
    const back = await database().admin.query(sql`
      select 1 from ledger.posting where credit = ${payer.wallet.account} and cause_kind = 'payment_finished'`);
    expect(back.length).toBeGreaterThan(0); // of the fee that was set aside
    await tell();
    expect(await mails()).toEqual([]);
    await receive(7n);
    await tell();
    expect(subjects(await mails())).toEqual(["You received 7 sat"]);
  });

  it("are written once by processes that look at the same time, and each payment is in one of them", async () => {
    const { clock, receive, wish, tell, mails } = await given();
    await wish();
    for (let round = 0; round < 5; round += 1) {
      await receive(1n);
      await Promise.all([tell(), receive(1n), tell(), tell()]);
      clock.advance(BETWEEN_MAILS_MS);
    }
    await tell();
    const told = subjects(await mails()).map((subject) => BigInt(/received (\d+) sat/.exec(subject)?.[1] ?? "0"));
    expect(told.reduce((sum, one) => sum + one, 0n)).toBe(10n);
    expect(told.length).toBeLessThanOrEqual(6);
  });

  it("are written after a process died while it wrote one, and not twice", async () => {
    const { deps, receive, wish, tell, mails } = await given();
    await wish();
    await receive(5n);
    const dies = { ...deps, db: { ...deps.db, query: async () => Promise.reject(new Error("the process is dead")) } };
    const { admin } = database();
    await expect(tellReceived(dies as TellReceivedDeps)).rejects.toThrow("dead");
    await admin.query(sql`alter table mails.mail add constraint no_mail check (subject !~ 'received') not valid`);
    await expect(tell()).rejects.toThrow();
    await admin.query(sql`alter table mails.mail drop constraint no_mail`);
    expect(await mails()).toEqual([]);
    await tell();
    await tell();
    expect(subjects(await mails())).toEqual(["You received 5 sat"]);
  });

  it("wait while the ledger is closed, and do not tell again what a restored database books anew", async () => {
    const { clock, receive, wish, tell, mails } = await given();
    const { admin } = database();
    await wish();
    const before = clock.now();
    clock.advance(1_000);
    await admin.query(sql`
      insert into restore.restore (id, cause, opened_at, lost_until, found_no, ended_at, reason)
      values (${random.uuid()}, 'book_went_back', ${clock.now()}, ${clock.now()}, 1, ${clock.now()}, 'test')`);
    await receive(11n, { settledAt: before });
    await admin.query(sql`update ledger.book set closed = 'restoring'`);
    clock.advance(1_000);
    expect(await tell()).toBe(0);
    await admin.query(sql`update ledger.book set closed = null`);
    await tell();
    expect(await mails()).toEqual([]);
    await receive(12n);
    await tell();
    expect(subjects(await mails())).toEqual(["You received 12 sat"]);
  });

  it("go to the address of now, in the language of the person, and to nobody who is blocked or has no proved address", async () => {
    const { receive, wish, tell, mails, user } = await given();
    const { admin } = database();
    const [blocked, unproved] = [await givenUser(database(), { emailIsVerified: true }), await givenUser(database())];
    for (const one of [user, blocked, unproved]) await wish(one);
    await admin.query(sql`update users.user set blocked_at = now() where id = ${blocked.id}`);
    await setLanguage(database(), user.id, "de");
    const email = `${random.uuid()}@example.com`;
    await admin.query(sql`update users.user set email = ${email} where id = ${user.id}`);
    for (const to of [user, blocked, unproved]) await receive(9n, { to });
    await tell();
    expect(subjects(await mails({ ...user, email }))).toEqual(["Du hast 9 sat erhalten"]);
    for (const other of [user, blocked, unproved]) expect(await mails(other)).toEqual([]);
  });

  it("are sent with the header by which a mail program ends them, and end by one POST without a login", async () => {
    const { user, receive, wish, tell, run, server, mails, lines } = await given();
    const { db, journal } = database();
    const app = await sampleApp({ branding: PLAIN, routes: [receiptMailRoutes({ db, journal, mac })] });
    await wish();
    await receive(3n);
    await tell();
    const [mail] = await mails();
    const path = new URL(mail?.unsubscribe_url ?? "").pathname;
    await run();
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(lines.join("")).not.toContain(user.email);

    const get = await ask(app, path);
    expect([get.statusCode, get.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(await findIsWished(db, user.id)).toBe(true);
    const post = (url: string) =>
      ask(app, {
        method: "POST",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
    const other = await givenUser(database(), { emailIsVerified: true });
    await wish(other);
    for (const wrong of [`${path}x`, path.replace(user.id, other.id), "/mails/received/nonsense"])
      expect((await post(wrong)).statusCode).toBe(404);
    expect([await findIsWished(db, user.id), await findIsWished(db, other.id)]).toEqual([true, true]);

    const ended = await post(path);
    expect([ended.statusCode, ended.body]).toEqual([200, expect.stringContaining("Mails are turned off")]);
    expect((await post(path)).statusCode).toBe(200);
    expect([await findIsWished(db, user.id), await findIsWished(db, other.id)]).toEqual([false, true]);
    await receive(4n);
    await tell();
    expect(await mails()).toHaveLength(0); // sent, and none after it
  });

  it("are no use to who left the mailbox: the link of an old address ends nothing", async () => {
    const { user, wish } = await given();
    const { db, journal, admin } = database();
    const app = await sampleApp({ branding: PLAIN, routes: [receiptMailRoutes({ db, journal, mac })] });
    await wish();
    await admin.query(sql`update users.user set email = ${`${random.uuid()}@example.com`} where id = ${user.id}`);
    const url = `/mails/received/${stopToken(mac, user)}`;
    expect((await ask(app, { method: "POST", url })).statusCode).toBe(404);
    expect(await findIsWished(db, user.id)).toBe(true);
  });
});
