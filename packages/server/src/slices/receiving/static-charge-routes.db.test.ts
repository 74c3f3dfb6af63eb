import { afterAll, beforeAll, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Invoice } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { creditReceipt } from "./credit/credit-receipt.ts";
import { lookUpDueCharges } from "./expire/look-up-due-charges.ts";
import { commitmentOf } from "./model/pay-link.ts";
import type { ReceiptFlag } from "./model/receipt.ts";
import { BASE_URL, givenPayLinks, type PayLinks, readInvoice } from "./testing/pay-links.harness.ts";
import { balanceOf, breaches, random } from "./testing/receiving.harness.ts";

const DRAFT = { minAmount: "10000", maxAmount: "20000", description: "Tips for the band" };

onDatabase("a static charge", (database) => {
  let world: PayLinks;
  beforeAll(async () => {
    world = await givenPayLinks(database());
  });
  afterAll(() => world.app.close());

  const given = async (more: object = {}) => {
    const answer = await world.post("/v0/static-charges", { ...DRAFT, ...more });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const pathOf = ({ invoice }: { invoice: { request: string } }) => decodeLnurl(invoice.request).pathname;
  const ask = async (made: { invoice: { request: string } }, amount = 10_000) =>
    (await world.get(`${pathOf(made)}/callback?amount=${amount}`)).json();
  const read = async ({ id }: { id: string }) =>
    (await world.app.inject({ url: `/v0/static-charges/${id}`, headers: { apikey: "key" } })).json().data;

  it("has every field that clients know, and an LNURL that says what it takes", async () => {
    const callbackUrl = "https://shop.example/paid";
    const made = await given({ allowedSlots: 3, successMessage: "Thank you!", internalId: "band", callbackUrl });
    const { request } = made.invoice;
    expect(made).toEqual({
      ...DRAFT,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      unit: "msats",
      successMessage: "Thank you!",
      status: "active",
      slots: "0",
      allowedSlots: "3",
      invoice: { request: expect.stringMatching(/^lnurl1/), uri: `lightning:${request}` },
      fee: "0",
      walletId: world.caller.wallet.id,
      callbackUrl,
      internalId: "band",
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: null,
      confirmedAt: null,
    });
    expect(decodeLnurl(request).href).toBe(`${BASE_URL}/lnurl/pay/static/${made.id}`);
    expect((await world.get(pathOf(made))).json()).toMatchObject({
      tag: "payRequest",
      minSendable: 10_000,
      maxSendable: 20_000,
      metadata: '[["text/plain","Tips for the band"]]',
      callback: `${BASE_URL}/lnurl/pay/static/${made.id}/callback`,
    });
    expect((await ask(made)).successAction).toEqual({ tag: "message", message: "Thank you!" });
    expect(await ask(await given())).not.toHaveProperty("successAction");
  });

  it("makes a charge with its texts of each payment, between its two amounts", async () => {
    const made = await given({ internalId: "band", callbackUrl: "https://shop.example/paid" });
    for (const amount of [10_000, 20_000]) {
      const { pr } = await ask(made, amount);
      const rows = await database().db.query(sql`
        select static_charge_id, internal_id, callback_url, amount_msats
          from receiving.charge
         where invoice = ${pr}`);
      expect(rows).toEqual([
        {
          static_charge_id: made.id,
          internal_id: "band",
          callback_url: "https://shop.example/paid",
          amount_msats: BigInt(amount),
        },
      ]);
    }
    for (const amount of [9_999, 20_001]) expect(await ask(made, amount)).toMatchObject({ status: "ERROR" });
  });

  it("is one with one key, and refuses the key with other amounts", async () => {
    const post = (body: object) =>
      world.app.inject({
        method: "POST",
        url: "/v0/static-charges",
        headers: { apikey: "key", "idempotency-key": "once" },
        payload: body,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(DRAFT)));
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1);
    expect((await post({ ...DRAFT, minAmount: "9999" })).json().error.code).toBe("idempotency_mismatch");
  });

  it.each([
    [{ minAmount: "20001" }, "invalid_amount"],
    [{ minAmount: "0" }, "invalid_amount"],
    [{ minAmount: "9007199254740992", maxAmount: "9007199254740993" }, "invalid_amount"],
    [{ description: "€".repeat(214) }, "invalid_input"],
    [{ description: "" }, "invalid_input"],
    [{ description: " \t\u200b" }, "invalid_input"],
    [{ successMessage: "x".repeat(145) }, "invalid_input"],
    [{ allowedSlots: "0" }, "invalid_input"],
    [{ allowedSlots: 1.5 }, "invalid_input"],
    [{ callbackUrl: "ftp://shop.example" }, "invalid_input"],
  ])("refuses %j, when it is made and when it is changed", async (more, code) => {
    expect((await world.post("/v0/static-charges", { ...DRAFT, ...more })).json().error.code).toBe(code);
    const made = await given();
    expect((await world.patch(`/v0/static-charges/${made.id}`, more)).json().error.code).toBe(code);
    expect(await read(made)).toEqual(made);
  });

  it("changes what is sent and keeps the rest, and its LNURL", async () => {
    const made = await given({ successMessage: "Thank you!" });
    const changed = (
      await world.patch(`/v0/static-charges/${made.id}`, { maxAmount: 30_000, successMessage: "" })
    ).json();
    expect(changed.data).toEqual({ ...made, maxAmount: "30000", successMessage: "" });
    expect((await ask(made, 30_000)).pr).toEqual(expect.any(String));
    const unknown = await world.patch(`/v0/static-charges/${random.uuid()}`, { maxAmount: 1 });
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, "static_charge_not_found"]);
  });

  /** 64 payers, each with an invoice from before the first payment. */
  const invoices = async (made: { invoice: { request: string } }) => {
    const asked: Invoice[] = [];
    while (asked.length < 64) asked.push(readInvoice((await ask(made)).pr));
    return asked;
  };
  const pay = (paymentHash: Uint8Array) =>
    creditReceipt(
      world.deps,
      { paymentHash, amount: msats(10_000n), cost: msats(0n), settledAt: new Date() },
      undefined,
    );

  it("with 10 slots takes 10 of 64 payments that arrive together, and flags the others without losing them", async () => {
    const made = await given({ allowedSlots: "10" });
    const before = await balanceOf(database(), world.caller.wallet.account);
    const asked = await invoices(made);
    world.credited.splice(0);
    await Promise.all(asked.map(({ paymentHash }) => pay(paymentHash)));

    const flags: ReceiptFlag[] = world.credited.flatMap((credited) => credited.flags);
    expect(flags).toEqual(Array(54).fill("no_slot"));
    expect(await read(made)).toMatchObject({ slots: "10", allowedSlots: "10", status: "full" });
    expect(await balanceOf(database(), world.caller.wallet.account)).toBe(before + 640_000n);
    for (const url of [pathOf(made), `${pathOf(made)}/callback?amount=10000`])
      expect((await world.get(url)).json()).toEqual({ status: "ERROR", reason: expect.stringContaining("payments") });
    expect(await breaches(database())).toEqual([]);
  });

  it("takes no slot for a second payment of one invoice, nor for one that is too small", async () => {
    const made = await given({ allowedSlots: "2" });
    const { paymentHash } = readInvoice((await ask(made)).pr);
    const receive = (amount: bigint) =>
      creditReceipt(
        world.deps,
        { paymentHash, amount: msats(amount), cost: msats(0n), settledAt: new Date() },
        undefined,
      );
    await receive(4_000n);
    expect((await read(made)).slots).toBe("0");
    const other = readInvoice((await ask(made)).pr);
    await pay(other.paymentHash);
    await pay(other.paymentHash);
    expect((await read(made)).slots).toBe("1");
  });

  it("cancels the invoices that are left when its last slot is taken, and sends no event of them", async () => {
    const made = await given({ allowedSlots: "1", callbackUrl: "https://shop.example/paid" });
    const [first, second] = await Promise.all([ask(made), ask(made)]);
    world.node.receiving.payInvoice(first.pr);
    await world.follow();
    while ((await lookUpDueCharges(world.deps)) > 0);

    expect(world.node.receiving.payInvoice(second.pr)).toBe(false);
    const rows = await database().db.query<{ state: string; events: bigint }>(sql`
      select c.state, (select count(*) from events.of_types(array['charge.completed', 'charge.expired']) e where e.object = c.id) as events
        from receiving.charge c
       where c.static_charge_id = ${made.id}
       order by c.state`);
    expect(rows).toEqual([
      { state: "completed", events: 1n },
      { state: "expired", events: 0n },
    ]);
    expect(await breaches(database())).toEqual([]);
  });

  const dueOf = async (invoice: string) =>
    (
      await database().db.query<{ state: string; isDue: boolean }>(sql`
        select state, coalesce(due_at < expires_at, false) as "isDue"
          from receiving.charge
         where invoice = ${invoice}`)
    )[0];

  it("cancels the invoices that are left when it is changed to take no more than it has taken", async () => {
    const made = await given({ allowedSlots: "5" });
    const [first, second] = await Promise.all([ask(made), ask(made)]);
    world.node.receiving.payInvoice(first.pr);
    await world.follow();
    expect(await dueOf(second.pr)).toEqual({ state: "pending", isDue: false });

    expect((await world.patch(`/v0/static-charges/${made.id}`, { allowedSlots: 1 })).json().data.status).toBe("full");
    expect(await dueOf(second.pr)).toEqual({ state: "pending", isDue: true });
    while ((await lookUpDueCharges(world.deps)) > 0);
    expect(world.node.receiving.payInvoice(second.pr)).toBe(false);
    expect(await dueOf(second.pr)).toMatchObject({ state: "expired" });
  });

  it("leaves the invoices that it gave out when it takes more payments again before they are cancelled", async () => {
    const made = await given({ allowedSlots: "1" });
    const [first, second] = await Promise.all([ask(made), ask(made)]);
    world.node.receiving.payInvoice(first.pr);
    await world.follow();
    await world.patch(`/v0/static-charges/${made.id}`, { allowedSlots: 2 });
    while ((await lookUpDueCharges(world.deps)) > 0);

    expect(await dueOf(second.pr)).toEqual({ state: "pending", isDue: false });
    expect(world.node.receiving.payInvoice(second.pr)).toBe(true);
    await world.follow();
    expect(await read(made)).toMatchObject({ slots: "2", status: "full" });
    expect(world.credited.at(-1)?.flags).toEqual([]);
  });

  it("is changed while a payment of it is being credited, so that none of both waits for the other for ever", async () => {
    const made = await given({ allowedSlots: "2" });
    const [first, second] = await Promise.all([ask(made), ask(made)]);
    world.node.receiving.payInvoice(first.pr);
    await world.follow();
    await database().db.transaction(async (tx) => {
      await tx.query(sql`
        select id
          from receiving.charge
         where invoice = ${second.pr}
           for update`); // as what credits it begins
      // waiting for each other ends with an error, when the lock's time is over
      const changed = await world.patch(`/v0/static-charges/${made.id}`, { allowedSlots: 1 });
      expect(changed.json().data?.status, changed.body).toBe("full");
    });
    expect(await dueOf(second.pr)).toEqual({ state: "pending", isDue: false });
  });

  it("that is changed between the offer and the callback gives an invoice over what it says now, or none", async () => {
    const made = await given();
    await world.get(pathOf(made));
    await world.patch(`/v0/static-charges/${made.id}`, { minAmount: "15000", description: "Other tips" });
    expect(await ask(made, 14_999)).toEqual({ status: "ERROR", reason: expect.stringContaining("15000") });
    const { description } = readInvoice((await ask(made, 15_000)).pr);
    const metadata = '[["text/plain","Other tips"]]';
    expect(description).toEqual({ kind: "hash", sha256: commitmentOf(metadata) });
  });

  it("of which the wallet is at its maximum gives out no invoice", async () => {
    const balance = await balanceOf(database(), world.caller.wallet.account);
    const made = await given();
    await world.setMaximum(world.caller.wallet, msats(balance + 15_000n));
    expect((await world.get(pathOf(made))).json().maxSendable).toBe(10_000);
    await world.setMaximum(world.caller.wallet, msats(balance + 9_999n));
    expect((await world.get(pathOf(made))).json()).toMatchObject({ status: "ERROR" });
    await world.setMaximum(world.caller.wallet, sats(2_000_000n));
  });

  it("shows payers its texts without control characters and marks of direction, and its owner as they are", async () => {
    const texts = { description: "Tips\u202e www.band.example", successMessage: "Thank\u0007\n you" };
    const made = await given(texts);
    expect(made).toMatchObject(texts);
    const metadata = '[["text/plain","Tips www.band.example"]]';
    expect((await world.get(pathOf(made))).json().metadata).toBe(metadata);
    const { pr, successAction } = await ask(made);
    expect(successAction).toEqual({ tag: "message", message: "Thank you" });
    const hash = commitmentOf(metadata);
    expect(readInvoice(pr).description).toEqual({ kind: "hash", sha256: hash });
  });

  it("is chosen from the list by status, internalId and time, page by page", async () => {
    const one = await given({ internalId: "song-1" });
    const two = await given({ internalId: "song-1", allowedSlots: "1" });
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(two.createdAt)); // in whole ms
    const other = await given({ internalId: "song-2", allowedSlots: "5" });
    for (const made of [two, other]) world.node.receiving.payInvoice((await ask(made)).pr);
    await world.follow();
    const list = async (query: Record<string, string>) =>
      (await world.app.inject({ url: "/v0/static-charges", headers: { apikey: "key" }, query })).json();
    const ids = async (query: Record<string, string>) =>
      (await list({ ...query, limit: "100" })).data.map(({ id }: { id: string }) => id);

    expect(await ids({ internalId: "song-1" })).toEqual([two.id, one.id]);
    expect(await ids({ internalId: "song-1", status: "full" })).toEqual([two.id]);
    expect(await ids({ internalId: "song-1", status: "active" })).toEqual([one.id]);
    const full = await ids({ status: "full" });
    expect([full.includes(two.id), full.includes(one.id), full.includes(other.id)]).toEqual([true, false, false]);
    expect(await ids({ status: "active", from: one.createdAt })).toEqual([other.id, one.id]);
    expect(await ids({ from: one.createdAt, to: other.createdAt })).toEqual([two.id, one.id]);
    const first = await list({ internalId: "song-1", limit: "1" });
    expect(first.data[0].id).toBe(two.id);
    const second = await list({ internalId: "song-1", limit: "1", cursor: first.next_cursor });
    expect([second.data[0].id, second.next_cursor]).toEqual([one.id, null]);
    expect((await list({ status: "completed" })).error.code).toBe("invalid_input");
    expect((await list({ from: "yesterday" })).error.code).toBe("invalid_input");
  });

  it("is listed page by page, newest first", async () => {
    const made = [(await given()).id, (await given()).id].toReversed();
    const page = (query: string) =>
      world.app
        .inject({ url: `/v0/static-charges?${query}`, headers: { apikey: "key" } })
        .then((answer) => answer.json());
    const first = await page("limit=1");
    const second = await page(`limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
  });
});
