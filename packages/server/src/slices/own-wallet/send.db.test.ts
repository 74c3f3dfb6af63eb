import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { diesAt, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { setUserLimits } from "#users";
import { givenOwnWallet, type Person } from "./testing/own-wallet.harness.ts";

onDatabase("a payment of a person", (database) => {
  const paymentsOf = async ({ caller }: Person) =>
    await database().admin.query<{ id: string; state: string; amount: bigint }>(sql`
      select id, state, amount_msats as amount from payments.payment where wallet_id = ${caller.wallet.id} order by id`);

  it("is shown before it is sent: who is paid, what it costs, what is left", async () => {
    const { someone, post, world } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const recipient = world.recipient("shown", { minSendable: 2_000, maxSendable: 5_000_000, commentAllowed: 30 });

    const { data } = await post(payer, "/preview", { recipient: ` ${recipient.toUpperCase()} `, amount: "1000000" });

    expect(data).toEqual({
      kind: "address",
      recipient,
      name: recipient,
      description: "fish",
      isHere: false,
      amount: { fixed: null, least: "2000", most: "5000000" },
      commentCharactersMax: 30,
      cost: { amount: "1000000", feeLimit: "10000", total: "1010000" },
      available: "10000000",
      mostNow: "5000000",
      repeatAmount: false,
      lastPaidAt: null,
      pending: [],
      refusal: null,
      doubt: null,
    });
  });

  it("may go to an invoice, an LNURL, a gamertag and an address of this service", async () => {
    const { someone, post, pay, world, balanceOf } = await givenOwnWallet(database());
    const [payer, friend] = [await someone(sats(10_000n)), await someone()];
    const { text } = world.invoice({ amount: sats(5n) });
    const { gamertag } = friend.user;
    const address = `${gamertag.toLowerCase()}@leyden.example`;

    const invoice = await post(payer, "/preview", { recipient: `lightning:${text.toUpperCase()}` });
    expect(invoice.data).toMatchObject({
      kind: "invoice",
      recipient: text,
      name: "",
      isHere: false,
      amount: { fixed: "5000", least: "5000", most: "5000" },
      cost: { amount: "5000" },
      mostNow: "5000",
    });
    for (const [asked, kind] of [
      [gamertag, "gamertag"],
      [`@${gamertag}`, "gamertag"],
      [address, "address"],
    ]) {
      const { data } = await post(payer, "/preview", { recipient: asked, amount: "1000" });
      expect(data, asked).toMatchObject({ kind, isHere: true, cost: { feeLimit: "0" }, refusal: null });
    }
    const { data: me } = await post(friend, "/charges", { amount: "7000", description: "for you" });
    expect((await post(payer, "/preview", { recipient: me.invoice })).data).toMatchObject({ isHere: true });

    const sent = [
      await pay(payer, { kind: "invoice", recipient: text }),
      await pay(payer, { kind: "gamertag", recipient: gamertag, amount: "1000" }),
      await pay(payer, { kind: "address", recipient: address, amount: "2000" }),
    ];
    expect(sent.map(({ data }) => [data?.status, data?.kind, data?.amount])).toEqual([
      ["completed", "invoice", "5000"],
      ["completed", "gamertag", "1000"],
      ["completed", "address", "2000"],
    ]);
    expect(await balanceOf(friend)).toBe(3_000n);
  });

  it("may go to an LNURL, which is the address that it stands for, and to the permanent one of a wallet here", async () => {
    const { someone, post, pay, get, world, balanceOf } = await givenOwnWallet(database());
    const [payer, friend] = [await someone(sats(10_000n)), await someone()];
    const address = world.recipient("lnurled");
    const lnurl = encodeLnurl(new URL("https://example.com/.well-known/lnurlp/lnurled"));
    const { data } = await post(payer, "/preview", { recipient: `LIGHTNING:${lnurl.toUpperCase()}` });
    expect(data).toMatchObject({ kind: "lnurl", recipient: lnurl, name: address, isHere: false });
    expect((await pay(payer, { kind: "lnurl", recipient: lnurl, amount: "1000" })).data).toMatchObject({
      kind: "lnurl",
      status: "completed",
      name: "example.com",
    });
    expect((await post(payer, "/preview", { recipient: address })).data.lastPaidAt).toEqual(expect.any(String));

    const { permanentLnurl } = (await get(friend, "/me")).data.address;
    const here = await post(payer, "/preview", { recipient: permanentLnurl, amount: "2000" });
    expect(here.data).toMatchObject({ kind: "lnurl", isHere: true, cost: { feeLimit: "0" } });
    expect((await pay(payer, { kind: "lnurl", recipient: permanentLnurl, amount: "2000" })).data.status).toBe(
      "completed",
    );
    expect(await balanceOf(friend)).toBe(2_000n);
    for (const asked of [{ amount: "1" }, {}])
      expect((await post(friend, "/preview", { recipient: permanentLnurl, ...asked })).data.refusal).toMatchObject({
        code: "self_payment",
      });
  });

  it("says why a recipient cannot be paid, and asks no server for what shows it", async () => {
    const { someone, post, world, issue } = await givenOwnWallet(database());
    const payer = await someone(sats(10n));
    const { token } = await issue();
    for (const [recipient, code] of [
      [`https://leyden.example/claim#${token}`, "recipient_is_voucher"],
      [token, "recipient_is_voucher"],
      ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "invalid_input"],
      ["nobody-has-this-tag", "user_not_found"],
      ["nobody-has-this-tag@leyden.example", "address_not_found"],
      ["lnbcrt1nonsense", "invoice_invalid"],
      ["two words", "invalid_input"],
    ] as const)
      expect((await post(payer, "/preview", { recipient })).code, recipient).toBe(code);

    const recipient = world.recipient("dear", { minSendable: 50_000 });
    const refusalOf = async (amount: string) =>
      (await post(payer, "/preview", { recipient, amount })).data.refusal?.code;
    expect(await refusalOf("100")).toBe("amount_out_of_range");
    expect(await refusalOf("60000")).toBe("insufficient_funds");
    await whilePaused(database(), async () => {
      expect(await refusalOf("60000")).toBe("sending_paused");
    });
    const rich = await someone(sats(10_000n));
    await setUserLimits(world.drive, rich.user.id, { set: { daily: sats(50n) }, byLevel: [] });
    const limited = await post(rich, "/preview", { recipient, amount: "60000" });
    expect(limited.data).toMatchObject({ refusal: { code: "limit_exceeded" }, repeatAmount: true, available: "50000" });
    await setUserLimits(world.drive, rich.user.id, { set: { daily: sats(500n), weekly: sats(0n) }, byLevel: [] });
    const spent = await post(rich, "/preview", { recipient, amount: "60000" });
    expect(spent.data).toMatchObject({ refusal: { code: "limit_exceeded" }, available: "0", mostNow: null });
  });

  it("of an invoice that is paid or over is refused before it is sent, and says when it was paid", async () => {
    const { someone, post, pay, world, clock } = await givenOwnWallet(database());
    const [payer, other] = [await someone(sats(10_000n)), await someone(sats(10_000n))];
    const { text } = world.invoice({ amount: sats(5n), expirySeconds: 60 });
    const { data: paid } = await pay(payer, { kind: "invoice", recipient: text });
    const preview = async (as: Person) => (await post(as, "/preview", { recipient: text })).data;
    expect(await preview(payer)).toMatchObject({
      refusal: { code: "invoice_already_paid" },
      lastPaidAt: paid.finishedAt,
    });
    expect(await preview(other)).toMatchObject({ refusal: null, lastPaidAt: null }); // not for others to know
    clock.advance(61_000);
    expect(await preview(other)).toMatchObject({ refusal: { code: "invoice_expired" }, lastPaidAt: null });
  });

  it("of an invoice that the person made, or is paying, is refused before it is sent", async () => {
    const { someone, post, pay, world, random } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const { data: own } = await post(
      payer,
      "/charges",
      { amount: "5000", description: "Lunch" },
      { "idempotency-key": random.uuid() },
    );
    const preview = async (recipient: string) => (await post(payer, "/preview", { recipient })).data;
    expect(await preview(own.invoice)).toMatchObject({ refusal: { code: "self_payment" } });

    const { text } = world.invoice({ amount: sats(5n) });
    world.node.plan = holds();
    const { data: payment } = await pay(payer, { kind: "invoice", recipient: text }, random.uuid(), {
      prefer: "wait=0",
    });
    expect(await preview(text)).toMatchObject({ refusal: { code: "invoice_in_use" }, pending: [{ id: payment.id }] });
  });

  it("is said to be under way before another one to the same recipient is sent, with its latest end", async () => {
    const { someone, post, pay, get, world, random } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const [recipient, another] = [world.recipient("slow"), world.recipient("fast")];
    world.node.plan = holds();
    const { data: payment } = await pay(payer, { recipient, amount: "100000" }, random.uuid(), { prefer: "wait=0" });
    expect(payment.status).toBe("processing");

    const preview = () => post(payer, "/preview", { recipient: recipient.toUpperCase() });
    // its end is known once the node has it
    await expect
      .poll(async () => (await preview()).data.pending[0].statusDetail.finishedBy)
      .toEqual(expect.any(String));
    const { data } = await preview();
    expect(data.pending).toEqual([
      { id: payment.id, amount: "100000", createdAt: payment.createdAt, statusDetail: expect.anything() },
    ]);
    const [{ statusDetail }] = data.pending;
    expect(Date.parse(statusDetail.finishedBy)).toBeGreaterThan(Date.parse(payment.createdAt));
    expect(statusDetail.reason).toMatch(/\w/);
    expect((await post(payer, "/preview", { recipient: another })).data.pending).toEqual([]);
    expect((await get(payer, "/me")).data.pending).toEqual({ count: 1, reserved: "110000" });
  });

  it("is made once however often the key comes, and found by its key", async () => {
    const { someone, pay, get, world, balanceOf, random } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const recipient = world.recipient("once");
    const key = random.uuid();
    const body = { recipient, amount: "100000", note: "first" };

    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(payer, body, key)));
    const ids = new Set(answers.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    expect(await paymentsOf(payer)).toHaveLength(1);
    expect(10_000_000n - (await balanceOf(payer))).toBe(100_000n + BigInt(answers[0]?.data.fee));

    const { data } = await get(payer, `/payments/by-key/${key}`);
    expect(data).toMatchObject({ id: [...ids][0], status: "completed", note: "first", preimage: expect.any(String) });
    expect((await pay(payer, { ...body, note: "another note" }, key)).data.note).toBe("first");
    expect((await pay(payer, { ...body, amount: "200000" }, key)).code).toBe("idempotency_mismatch");
    const { text } = world.invoice({ amount: sats(5n) });
    expect((await pay(payer, { kind: "invoice", recipient: text }, key)).code).toBe("idempotency_mismatch");
    expect((await get(payer, `/payments/by-key/${random.uuid()}`)).code).toBe("payment_not_found");
    expect(await paymentsOf(payer)).toHaveLength(1);
  });

  it("needs a key, and the kind that was shown", async () => {
    const { someone, call, pay, world } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const recipient = world.recipient("kind");
    const payload = { kind: "address", recipient, amount: "1000" };
    expect((await call("POST", "/payments", { as: payer, payload })).code).toBe("idempotency_key_missing");
    for (const kind of ["invoice", "lnurl", "gamertag"]) {
      const { status, code } = await pay(payer, { ...payload, kind });
      expect([status, code], kind).toEqual([400, "invalid_input"]);
    }
    expect((await pay(payer, { ...payload, callbackUrl: "https://evil.example/" })).status).toBe(200);
    const [{ url } = { url: "none" }] = await database().admin.query<{ url: string | null }>(sql`
      select callback_url as url from payments.payment where wallet_id = ${payer.caller.wallet.id}`);
    expect(url).toBeNull();
  });

  it("of more than a tenth of the daily limit names its amount twice", async () => {
    const { someone, pay, post, get, world, random } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    await setUserLimits(world.drive, payer.user.id, { set: { daily: sats(1_000n) }, byLevel: [] });
    const recipient = world.recipient("large");
    expect((await get(payer, "/me")).data.sending).toMatchObject({ repeatAbove: "100000" });
    const previewed = async (amount: string) =>
      (await post(payer, "/preview", { recipient, amount })).data.repeatAmount;
    expect([await previewed("100000"), await previewed("100001")]).toEqual([false, true]);

    expect((await pay(payer, { recipient, amount: "100001" })).code).toBe("amount_not_repeated");
    expect((await pay(payer, { recipient, amount: "101000", repeatedAmount: "100000" })).code).toBe(
      "amount_not_repeated",
    );
    const { text } = world.invoice({ amount: sats(200n) });
    expect((await pay(payer, { kind: "invoice", recipient: text })).code).toBe("amount_not_repeated");
    expect(await paymentsOf(payer)).toEqual([]);
    expect((await pay(payer, { recipient, amount: "100000" })).data.status).toBe("completed");
    const key = random.uuid();
    const body = { kind: "invoice", recipient: text, repeatedAmount: "200000" };
    expect((await pay(payer, body, key)).data.status).toBe("completed");
    const { repeatedAmount: _, ...lost } = body;
    expect((await pay(payer, lost, key)).data.status).toBe("completed"); // what it made is answered
  });

  it("shares one balance with another that is sent at the same time", async () => {
    const { someone, pay, world, balanceOf, breaches } = await givenOwnWallet(database());
    const payer = await someone(sats(1_000n));
    const recipients = Array.from({ length: 4 }, (_, i) => world.recipient(`race${i}`));
    const answers = await Promise.all(recipients.map((recipient) => pay(payer, { recipient, amount: "600000" })));
    expect(answers.map(({ code, data }) => code ?? data.status).toSorted()).toEqual([
      "completed",
      "insufficient_funds",
      "insufficient_funds",
      "insufficient_funds",
    ]);
    expect(await balanceOf(payer)).toBeLessThanOrEqual(400_000n);
    expect(await balanceOf(payer)).toBeGreaterThanOrEqual(390_000n);
    expect(await breaches()).toEqual([]);
  });

  it("is found by its key when the process died between the reservation and the answer", async () => {
    let dies = true;
    const world = await givenOwnWallet(database(), ({ paying }) => ({
      paying: { ...paying, driver: undefined, reached: (at) => (dies ? diesAt("after-reserve")(at) : undefined) },
    }));
    const { someone, pay, get, later, random } = world;
    const payer = await someone(sats(10_000n));
    const body = { recipient: world.world.recipient("crash"), amount: "100000", note: "before the crash" };
    const key = random.uuid();
    expect((await pay(payer, body, key)).status).toBe(500);
    dies = false;

    const { data } = await get(payer, `/payments/by-key/${key}`);
    expect(data).toMatchObject({ status: "processing", amount: "100000", recipient: body.recipient });
    await later(1_000);
    const again = await pay(payer, body, key);
    expect(again.data).toMatchObject({ id: data.id, status: "completed", note: "before the crash" });
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await paymentsOf(payer)).toHaveLength(1);
  });

  it("that fails is answered as it is, and gives all back", async () => {
    const { someone, pay, get, world, balanceOf } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    const recipient = world.recipient("refuses", { invoice: () => ({ status: "ERROR", reason: "closed" }) });
    const { status, data } = await pay(payer, { recipient, amount: "100000" });
    expect([status, data.status, data.failure.code]).toEqual([200, "failed", expect.stringMatching(/^address_/)]);
    expect(await balanceOf(payer)).toBe(10_000_000n);
    expect((await get(payer, "/people")).data).toEqual([]);
    expect((await get(payer, "/history")).data).toMatchObject([{ kind: "payment", amount: "0" }, { kind: "transfer" }]);
  });
});

onDatabase("people who were paid before", (database) => {
  it("are each there once, the one paid last first, by their present names", async () => {
    const { someone, pay, get, post, world } = await givenOwnWallet(database());
    const [payer, friend] = [await someone(sats(10_000n)), await someone()];
    const [first, second] = [world.recipient("first"), world.recipient("second")];
    for (const recipient of [first, second, first]) await pay(payer, { recipient, amount: "1000" });
    await pay(payer, { kind: "gamertag", recipient: friend.user.gamertag, amount: "1000" });
    await database().admin.query(sql`
      update users.user set gamertag = ${`new-${friend.user.gamertag.slice(-8)}`} where id = ${friend.user.id}`);

    const { data } = await get(payer, "/people");
    expect(data.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ["gamertag", `new-${friend.user.gamertag.slice(-8)}`],
      ["address", first],
      ["address", second],
    ]);
    expect((await post(payer, "/preview", { recipient: second })).data.lastPaidAt).toBe(data[2].lastPaidAt);
  });
});

onDatabase("looking at recipients", (database) => {
  it("asks only so many servers a minute for one person, and never keeps others from it", async () => {
    const { someone, post, world, clock } = await givenOwnWallet(database());
    const [flooder, other] = [await someone(), await someone()];
    const recipient = world.recipient("flood");
    const codes: (string | undefined)[] = [];
    for (let asked = 0; asked < 22; asked += 1) codes.push((await post(flooder, "/preview", { recipient })).code);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
    // No server is asked.
    expect((await post(flooder, "/preview", { recipient: other.user.gamertag })).status).toBe(200);
    expect((await post(other, "/preview", { recipient })).status).toBe(200);
    clock.advance(61_000);
    expect((await post(flooder, "/preview", { recipient })).status).toBe(200);
  });

  it("moves nothing and makes no invoice", async () => {
    const { someone, post, world, balanceOf } = await givenOwnWallet(database());
    const payer = await someone(sats(100n));
    await post(payer, "/preview", { recipient: world.recipient("looked"), amount: "1000" });
    expect([await balanceOf(payer), world.node.requests]).toEqual([msats(100_000n), []]);
  });
});
