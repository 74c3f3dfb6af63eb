import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { OutboundFailed } from "#platform/outbound/outbound.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { givenOwnWallet } from "./testing/own-wallet.harness.ts";

onDatabase("a payment of a person to an e-mail address", (database) => {
  const mailsTo = async (email: string) =>
    await database().admin.query<{ text: string }>(sql`
      select body_text as text from mails.mail where recipient = ${email} order by id`);
  const emailOf = (id: string) => `${id}@mail.example`;

  it("is proposed where the address is no Lightning address, and mails a voucher in the person's name", async () => {
    const { someone, post, pay, get, random, balanceOf, breaches } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const email = emailOf(random.uuid());
    const { data: preview } = await post(payer, "/preview", { recipient: email, amount: "500000" });
    expect(preview).toMatchObject({
      kind: "email",
      recipient: email,
      isHere: false,
      commentCharactersMax: 150,
      cost: { amount: "500000", feeLimit: "5000", total: "505000" },
      mostNow: "9900000",
      doubt: null,
    });

    const key = random.uuid();
    const body = { kind: "email", recipient: email, amount: "500000", comment: "Thanks", note: "for the bike" };
    const answers = await Promise.all([0, 1, 2].map(() => pay(payer, body, key)));
    const [first] = answers;
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(first?.data).toMatchObject({
      kind: "email",
      recipient: email,
      status: "waiting",
      amount: "500000",
      fee: "5000",
      comment: "Thanks",
      note: "for the bike",
      expiresAt: expect.any(String),
    });
    expect(await balanceOf(payer)).toBe(9_495_000n);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(payer.user.gamertag);

    expect((await get(payer, `/payments/by-key/${key}`)).data).toEqual(first?.data);
    expect((await get(payer, `/payments/${first?.data.id}`)).data).toEqual(first?.data);
    expect((await get(payer, "/people")).data).toMatchObject([{ kind: "email", recipient: email }]);
    expect((await get(payer, "/history")).data).toMatchObject([
      { kind: "email", amount: "-505000", name: email, note: "for the bike", payment: { status: "waiting" } },
      { kind: "transfer" },
    ]);
    expect((await pay(payer, { ...body, kind: "address" }, key)).code).toBe("idempotency_mismatch");
    expect(await breaches()).toEqual([]);
  });

  it("is proposed with a doubt where the server of the address did not answer", async () => {
    const { someone, post, random } = await givenOwnWallet(database(), ({ asking }) => ({
      asking: {
        ...asking,
        outbound: { ...asking.outbound, request: () => Promise.reject(new OutboundFailed("timeout")) },
      },
    }));
    const person = await someone();
    const { data } = await post(person, "/preview", { recipient: emailOf(random.uuid()) });
    expect(data).toMatchObject({ kind: "email", doubt: { code: "address_unreachable" } });
    const lnurl = encodeLnurl(new URL("https://example.com/pay"));
    expect((await post(person, "/preview", { recipient: lnurl })).code).toBe("address_unreachable");
  });

  it("is taken by whoever has the address, and by nobody else's knowledge of who has an account", async () => {
    const { someone, post, pay, get, balanceOf } = await givenOwnWallet(database());
    const [payer, receiver] = [await someone(sats(10_000n)), await someone()];
    const { data: preview } = await post(payer, "/preview", { recipient: receiver.user.email });
    expect(preview).toMatchObject({ kind: "email", name: receiver.user.email, isHere: false });
    const { data } = await pay(payer, { kind: "email", recipient: receiver.user.email, amount: "500000" });
    expect([data.status, await balanceOf(receiver)]).toEqual(["completed", 500_000n]);
    expect(await mailsTo(receiver.user.email)).toEqual([]);
    const [line] = (await get(receiver, "/history")).data;
    expect(line).toMatchObject({ kind: "receipt", amount: "500000", payment: null });
    expect((await get(payer, "/history")).data[0]).toMatchObject({ kind: "email", payment: { status: "completed" } });
  });

  it("keeps its address when the process died before it was written down that it is paid", async () => {
    const { someone, pay, get, random, balanceOf } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const [email, key] = [emailOf(random.uuid()), random.uuid()];
    const body = { kind: "email", recipient: email, amount: "500000" };
    const { data } = await pay(payer, body, key);
    await database().admin.query(sql`update own_wallet.email_payment set voucher_id = null where key = ${key}`);
    expect((await get(payer, `/payments/by-key/${key}`)).data).toMatchObject({ id: data.id, recipient: "" });

    expect((await pay(payer, body, key)).data).toEqual(data);
    expect(await balanceOf(payer)).toBe(9_495_000n);
  });

  it("is refused without anything being written, and then leaves its key and its share of the day", async () => {
    const { someone, pay, random } = await givenOwnWallet(database());
    const poor = await someone(sats(100n));
    const body = { kind: "email", recipient: emailOf(random.uuid()), amount: "500000" };
    const key = random.uuid();
    for (let tries = 0; tries < 12; tries += 1) expect((await pay(poor, body, key)).code).toBe("insufficient_funds");
    expect((await pay(poor, { ...body, amount: "50000", comment: "x".repeat(151) }, key)).code).toBe("invalid_input");
    expect((await pay(poor, { ...body, amount: "50000" }, key)).data.status).toBe("waiting");
  });

  it("may go to ten addresses a day, also when they are paid at the same time", async () => {
    const { someone, pay, random, clock, logIn } = await givenOwnWallet(database());
    const payer = await someone(sats(100_000n));
    const send = () => pay(payer, { kind: "email", recipient: emailOf(random.uuid()), amount: "10000" });
    const codes = (await Promise.all(Array.from({ length: 13 }, send))).map(({ code, data }) => code ?? data.status);
    expect(codes.filter((code) => code === "waiting")).toHaveLength(10);
    expect(codes.filter((code) => code === "mail_limit_exceeded")).toHaveLength(3);
    const other = await someone(sats(100n));
    expect((await pay(other, { kind: "email", recipient: emailOf(random.uuid()), amount: "10000" })).status).toBe(200);
    clock.advance(24 * 3_600_000 + 1_000);
    const again = await logIn(payer.user);
    const later = { kind: "email", recipient: emailOf(random.uuid()), amount: "10000" };
    expect((await pay(again, later)).data.status).toBe("waiting");
  });

  it("is none where this service pays to no addresses", async () => {
    const world = await givenOwnWallet(database(), ({ email }) => ({
      paysToEmail: () => false,
      email: { ...email, mode: "off" },
    }));
    const payer = await world.someone(sats(10_000n));
    const recipient = emailOf(world.random.uuid());
    expect((await world.post(payer, "/preview", { recipient })).code).toBe("address_not_found");
    expect((await world.pay(payer, { kind: "email", recipient, amount: "10000" })).code).toBe("endpoint_removed");
    expect((await world.pay(payer, { kind: "email", recipient: "nobody", amount: "10000" })).code).toBe(
      "invalid_input",
    );
  });
});
