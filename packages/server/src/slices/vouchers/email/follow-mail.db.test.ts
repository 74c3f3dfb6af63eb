import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import type { Reached } from "#kernel/clock.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { emailAddress } from "#protocol/email-address.ts";
import type { Handed } from "#slices/mails/model/retry.ts";
import { sendDue } from "#slices/mails/send-due.ts";
import { workDue } from "../claim/work-due.ts";
import { eventBodies } from "../event-bodies.ts";
import type { Voucher } from "../model/voucher.ts";
import { BASE_URL, DAY, givenVouchers, random } from "../testing/vouchers.harness.ts";
import { payToEmail } from "./pay-to-email.ts";

const VALUE = 500_000n;
const FEE = 5_000n;
const MINUTE = 60_000;

onDatabase("the mail of a voucher", (database) => {
  async function given() {
    await database().admin.query(sql`delete from mails.mail`);
    const all = await givenVouchers(database());
    const { issuer, world, deps, clock } = all;
    const handed: Handed[] = [];
    const lines: string[] = [];
    const outcomes: string[] = [];
    const fundsBefore = await world.balance(issuer);
    let answer: Handed = { kind: "accepted" };
    const log = createLog({
      level: "debug",
      pretty: false,
      destination: { write: (line: string) => lines.push(line) },
    });
    const mailer = {
      send: async () => {
        handed.push(answer);
        return answer;
      },
    };
    const email = emailAddress(`${random.uuid()}@example.com`);
    return {
      ...all,
      handed,
      lines,
      outcomes,
      email,
      answers(next: Handed) {
        answer = next;
      },
      pay: async () =>
        (
          await payToEmail(deps.email, {
            caller: issuer,
            email,
            amount: sats(500n),
            comment: "Thank you",
          })
        ).payment,
      /** Sends what is due. */
      send: async (reached: Reached = () => undefined) => {
        const sending = { db: database().db, clock, random, log, reached, baseUrl: BASE_URL, branding: PLAIN };
        const outlet = () => ({ kind: "smtp", mailer }) as const;
        const onOutcome = (outcome: string) => void outcomes.push(outcome);
        await sendDue({ ...sending, outlet, onOutcome }, new AbortController().signal);
      },
      async row({ id }: Pick<Voucher, "id">) {
        const [found] = await database().admin.query<Row>(sql`
          select v.state, v.ended_by, v.due_at, v.expires_at, m.state as mail, m.attempt,
                 coalesce(m.recipient, m.subject, m.body_text, m.body_html, m.unsubscribe_url) as content
            from vouchers.voucher v
            join mails.mail m on m.id = v.mail_id
           where v.id = ${id}`);
        if (found === undefined) throw new Error("there is no such voucher with a mail");
        return found;
      },
      paid: async () => fundsBefore - (await world.balance(issuer)),
      look: async () => {
        clock.advance(6_000);
        await workDue(deps);
      },
    };
  }
  type Row = {
    readonly state: string;
    readonly ended_by: string | null;
    readonly due_at: Date | null;
    readonly expires_at: Date;
    readonly mail: string;
    readonly attempt: number;
    readonly content: string | null;
  };
  const REFUSED: Handed = { kind: "refused", reply: 550, isFinal: true };
  const LATER: Handed = { kind: "refused", reply: 451, isFinal: false };

  it("that was sent has its voucher wait for its expiry", async () => {
    const { pay, send, look, row, paid, breaches } = await given();
    const { voucher } = await pay();
    await send();
    await look();
    const { state, mail, due_at, expires_at } = await row(voucher);
    expect([state, mail, due_at, await paid()]).toEqual(["open", "sent", expires_at, VALUE + FEE]);
    expect(await breaches()).toEqual([]);
  });

  it("that the server refuses has its voucher revoked by the system: its value is back, the fee is not", async () => {
    const { pay, send, look, row, paid, answers, issuer, outstanding, breaches } = await given();
    const { admin, db } = database();
    const owner = issuer.wallet.owner.id;
    await admin.query(sql`insert into events.listening (owner_id, until) values (${owner}, '2999-01-01')`);
    const { voucher } = await pay();
    answers(REFUSED);
    await send();
    expect(await row(voucher)).toMatchObject({ state: "open", mail: "failed" });
    await look();
    expect(await row(voucher)).toMatchObject({ state: "revoked", ended_by: null, due_at: null });
    expect([await paid(), await outstanding()]).toEqual([FEE, 0n]);
    const found = await db.query<{ readonly id: string; readonly type: string }>(sql`
      select id, type, object_id as "objectId" from events.event where object_id = ${voucher.id}`);
    expect(found.map(({ type }) => type)).toEqual(["voucher.revoked"]);
    const bodies = await eventBodies(db, found as never);
    expect([...bodies.values()][0]?.data).toMatchObject({ status: "revoked", revokedById: null });
    expect(await breaches()).toEqual([]);
  });

  it("whose recipient unsubscribed before the sending has its voucher revoked, and is no failure", async () => {
    const { pay, send, look, row, paid, handed, lines, outcomes, breaches } = await given();
    const { voucher } = await pay();
    await database().admin.query(sql`
      update mails.recipient
         set unsubscribed_at = now()
       where address_hash = (select recipient_hash from mails.mail)`);
    await send();
    await look();
    expect(await row(voucher)).toMatchObject({ state: "revoked", mail: "unsubscribed", content: null });
    expect([await paid(), handed, outcomes]).toEqual([FEE, [], ["unsubscribed"]]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "info", msg: "mail.unsubscribed" }),
    ]);
    expect(await breaches()).toEqual([]);
  });

  it("is asked about more and more rarely while it is tried, and when it is given up the voucher is revoked", async () => {
    const { pay, send, row, paid, answers, clock, deps, breaches } = await given();
    answers(LATER);
    const { voucher } = await pay();
    let looks = 0;
    for (let minute = 0; minute < 60 * 24 * 4; minute += 10) {
      await send();
      looks += await workDue(deps);
      const { state, mail } = await row(voucher);
      if (mail === "waiting") expect([state, await paid()]).toEqual(["open", VALUE + FEE]);
      if (state === "revoked") break;
      clock.advance(10 * MINUTE);
    }
    expect(await row(voucher)).toMatchObject({ state: "revoked", ended_by: null, mail: "failed", content: null });
    expect(looks).toBeLessThan(60 * 24 * 4);
    expect(await paid()).toBe(FEE);
    expect(await breaches()).toEqual([]);
  });

  it("is not waited for longer than the voucher lasts", async () => {
    const { pay, row, clock, deps, later } = await given();
    const { voucher } = await pay();
    clock.advance(30 * DAY - 5 * MINUTE);
    await workDue(deps);
    const { due_at, expires_at } = await row(voucher);
    expect(due_at).toEqual(expires_at);
    await later(6 * MINUTE);
    expect(await row(voucher)).toMatchObject({ state: "expired", mail: "cancelled", content: null });
  });

  it("that was given up does not end a voucher that a wallet claims", async () => {
    const all = await given();
    const { pay, send, look, row, claim, answers, email, stateOf, later, breaches } = all;
    const { voucher } = await pay();
    const [mail] = await database().admin.query<{ body_text: string }>(sql`
      select body_text
        from mails.mail
       where recipient = ${email}`);
    const token = /claim#([\w-]{22})/.exec(mail?.body_text ?? "")?.[1] ?? "";
    answers(REFUSED);
    await send();
    await claim({ token }, { invoice: all.world.invoice({ amount: sats(490n) }).text });
    await look();
    expect(await row(voucher)).not.toMatchObject({ state: "revoked" });
    await later(5_000);
    expect(await stateOf({ voucher })).toBe("redeemed");
    expect(await breaches()).toEqual([]);
  });

  it("that waits is not sent any more when the voucher is revoked, and its content is deleted", async () => {
    const { pay, send, row, revoke, handed, lines, breaches } = await given();
    const { voucher } = await pay();
    await revoke({ voucher });
    expect(await row(voucher)).toMatchObject({ state: "revoked", mail: "cancelled", attempt: 0, content: null });
    await send();
    expect([handed, lines]).toEqual([[], []]);
    expect(await breaches()).toEqual([]);
  });

  it("that waits is not sent any more when the voucher is redeemed", async () => {
    const { pay, send, row, redeem, email, handed } = await given();
    const { voucher } = await pay();
    const [mail] = await database().admin.query<{ body_text: string }>(sql`
      select body_text from mails.mail where recipient = ${email}`);
    await redeem({ voucher, token: /claim#([\w-]{22})/.exec(mail?.body_text ?? "")?.[1] ?? "" });
    expect(await row(voucher)).toMatchObject({ state: "redeemed", mail: "cancelled", content: null });
    await send();
    expect(handed).toEqual([]);
  });

  it("that is being sent when the voucher is revoked may go out, and is not tried again", async () => {
    const { pay, send, row, revoke, answers, handed, clock } = await given();
    const { voucher } = await pay();
    answers(LATER);
    await send(async (point) => {
      if (point === "before-mail") await revoke({ voucher });
    });
    expect([handed.length, (await row(voucher)).mail]).toEqual([1, "cancelled"]);
    clock.advance(DAY);
    await send();
    expect(handed).toHaveLength(1);
    expect(await row(voucher)).toMatchObject({ state: "revoked", mail: "cancelled", content: null });
  });

  it("that was sent before stays as it is when the voucher ends", async () => {
    const { pay, send, row, revoke } = await given();
    const { voucher } = await pay();
    await send();
    await revoke({ voucher });
    expect(await row(voucher)).toMatchObject({ state: "revoked", mail: "sent" });
  });
});
