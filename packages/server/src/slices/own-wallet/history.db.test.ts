import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { forgetWallet } from "./forget-wallet.ts";
import { listOwnTexts } from "./list-own-texts.ts";
import { givenOwnWallet, type OwnWalletWorld, type Person } from "./testing/own-wallet.harness.ts";
import { NOTES_MAX } from "./write-note.ts";

type Item = { readonly id: string; readonly about: string; readonly kind: string; readonly amount: string };

onDatabase("the history of a wallet", (database) => {
  async function read({ get }: OwnWalletWorld, as: Person, query = "") {
    const { body, status } = await get(as, `/history${query}`);
    expect(status, body).toBe(200);
    const { data, next_cursor: next } = JSON.parse(body) as { data: Item[]; next_cursor: string | null };
    return { items: data, next };
  }
  const shown = ({ items }: { readonly items: readonly Item[] }) => items.map(({ kind, amount }) => [kind, amount]);

  it("has one line for each thing, with what came back of it", async () => {
    const world = await givenOwnWallet(database());
    const { someone, pay, post, issue, world: lightning, random } = world;
    const [payer, friend] = [await someone(sats(10_000n)), await someone(sats(1_000n))];
    lightning.node.plan = settles({ fee: sats(3n) as never });
    await pay(payer, { recipient: lightning.recipient("done"), amount: "100000" });
    lightning.node.plan = fails();
    await pay(payer, { recipient: lightning.recipient("failed"), amount: "100000" });
    lightning.node.plan = holds();
    await pay(payer, { recipient: lightning.recipient("held"), amount: "100000" }, random.uuid(), { prefer: "wait=0" });
    await lightning.settled();
    const { data: charge } = await post(payer, "/charges", { amount: "7000", description: "Lunch" });
    await pay(friend, { kind: "invoice", recipient: charge.invoice });
    await pay(friend, { kind: "gamertag", recipient: payer.user.gamertag, amount: "1000" });
    await post(payer, "/vouchers/redeem", { codeOrLink: (await issue()).token });

    const history = await read(world, payer);

    expect(shown(history)).toEqual([
      ["voucher", "1000000"],
      ["receipt", "1000"],
      ["charge", "7000"],
      ["payment", "-110000"],
      ["payment", "0"],
      ["payment", "-103000"],
      ["transfer", "10000000"],
    ]);
    expect(history.items).toMatchObject([
      { description: "a gift", payment: null },
      { name: null },
      { description: "Lunch", chargeId: charge.id, about: charge.id },
      { name: "held@example.com", payment: { status: "processing", statusDetail: { reason: expect.any(String) } } },
      { name: "failed@example.com", payment: { status: "failed", failure: { code: "no_route" } } },
      { name: "done@example.com", payment: { status: "completed", fee: "3000" } },
      {},
    ]);
    expect(new Set(history.items.map(({ id }) => id)).size).toBe(7);
  });

  it("says of bitcoin that the person has bought what the receipt says, and finds it by its number", async () => {
    const receipt = { number: "0F3A-6D1E-9B20", paid: "25.00", fee: "0.50", price: "95000.00", currency: "EUR" };
    const asked: unknown[] = [];
    const world = await givenOwnWallet(database(), {
      bought: async (user, invoices) => {
        asked.push(user);
        return new Map(invoices.slice(0, 1).map((invoice) => [invoice, { ...receipt, seller: "Shop" }]));
      },
    });
    const { someone, pay, post } = world;
    const [payer, friend] = [await someone(), await someone(sats(1_000n))];
    const { data: charge } = await post(payer, "/charges", { amount: "7000", description: "" });
    await pay(friend, { kind: "invoice", recipient: charge.invoice });

    const { items } = await read(world, payer);

    expect(items).toMatchObject([{ kind: "charge", about: charge.id, purchase: { ...receipt, seller: "Shop" } }]);
    expect(asked).toEqual([payer.user.id]);
    expect((await read(world, payer, "?q=0f3a-6d1e-9b20")).items).toHaveLength(1);
    expect((await read(world, friend)).items[0]).toMatchObject({ kind: "payment", purchase: null });
  });

  it("is read page by page, each line once, by cursors that say nothing", async () => {
    const world = await givenOwnWallet(database());
    const { someone, pay, world: lightning } = world;
    const payer = await someone(sats(10_000n));
    const recipient = lightning.recipient("paged");
    for (let amount = 1_000; amount <= 7_000; amount += 1_000) await pay(payer, { recipient, amount: String(amount) });
    const whole = await read(world, payer);
    expect(whole.next).toBeNull();

    const pages: Item[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(world, payer, `?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`);
      expect(page.items.length).toBeGreaterThan(0);
      pages.push(...page.items);
      if (page.next !== null) expect(Buffer.from(page.next, "base64url").toString("latin1")).not.toMatch(/^\d+$/);
      cursor = page.next;
    } while (cursor !== null);
    expect(pages).toEqual(whole.items);
    for (const wrong of ["?cursor=MTAw", "?limit=0", "?limit=101", "?from=yesterday"])
      expect((await world.get(payer, `/history${wrong}`)).code, wrong).toBe("invalid_input");
  });

  it("is searched by text, kind and time, over more than it looks at in one go", async () => {
    const world = await givenOwnWallet(database());
    const { someone, pay, post, call, issue, world: lightning, clock } = world;
    const payer = await someone(sats(100_000n));
    const { data: pizza } = await pay(payer, {
      recipient: lightning.recipient("oven"),
      amount: "2000",
      note: "Crème brûlée",
    });
    clock.advance(60_000);
    const from = clock.now().toISOString();
    const { data: charge } = await post(payer, "/charges", { amount: "7000", description: "Lunch 50%_off" });
    await pay(await someone(sats(100n)), { kind: "invoice", recipient: charge.invoice });
    await post(payer, "/vouchers/redeem", { codeOrLink: (await issue()).token });

    const found = async (query: string) => (await read(world, payer, `?${query}`)).items.map(({ kind }) => kind);
    expect(await found("q=creme BRULEE")).toEqual(["payment"]);
    expect(await found("q=OVEN%40example")).toEqual(["payment"]);
    expect(await found("q=50%25_off")).toEqual(["charge"]);
    expect(await found("q=%25")).toEqual(["charge"]);
    expect(await found(`q=${pizza.id}`)).toEqual(["payment"]);
    expect(await found(`q=lightning:${charge.invoice.toUpperCase()}`)).toEqual(["charge"]);
    expect(await found("q=nothing-like-it")).toEqual([]);
    expect(await found("kind=sent")).toEqual(["payment"]);
    expect(await found("kind=received")).toEqual(["voucher", "charge", "transfer"]);
    expect(await found("kind=vouchers")).toEqual(["voucher"]);
    expect(await found(`from=${from}`)).toEqual(["voucher", "charge"]);
    expect(await found(`to=${from}`)).toEqual(["payment", "transfer"]);
    await call("PUT", `/notes/${charge.id}`, { as: payer, payload: { note: "Bob" } });
    expect(await found("q=bob")).toEqual(["charge"]);

    const { admin } = database();
    await admin.query(sql`
      select count(p.outcome)
        from (select array_agg(gen_random_uuid()) as ids from generate_series(1, 2100)) t
       cross join lateral ledger.post_many(
               ${clock.now()}, t.ids, array_fill(2::bigint, array[2100]),
               array_fill(${payer.caller.wallet.account}::bigint, array[2100]), array_fill(1::bigint, array[2100]), null,
               null, array_fill('test'::text, array[2100]), t.ids) p`);
    const first = await read(world, payer, "?q=oven");
    expect([first.items, typeof first.next]).toEqual([[], "string"]);
    const second = await read(world, payer, `?q=oven&cursor=${first.next}`);
    expect([shown(second), second.next]).toEqual([[["payment", expect.any(String)]], null]);
  });

  it("says of an invoice that was paid what it is for: in the list, the payment, the file and to a search", async () => {
    const world = await givenOwnWallet(database());
    const { pay, get, world: lightning } = world;
    const payer = await world.someone(sats(10_000n));
    const text = `\u0000=1+1\r\n\u202e${"Käse ".repeat(100)}`;
    const { text: said } = lightning.invoice({ amount: sats(5n), description: { kind: "text", text } });
    const { data: payment } = await pay(payer, { kind: "invoice", recipient: said });
    await pay(payer, { kind: "invoice", recipient: lightning.invoice({ amount: sats(5n) }).text }); // has a hash

    const { items } = await read(world, payer);

    const line = `=1+1 ${"Käse ".repeat(100)}`.trim();
    expect(items).toMatchObject([{ description: null }, { description: line, payment: { description: line } }, {}]);
    expect(JSON.parse((await get(payer, `/payments/${payment.id}`)).body).data).toMatchObject({ description: line });
    expect((await read(world, payer, "?q=KASE")).items).toMatchObject([{ about: payment.id }]);
    expect((await get(payer, "/history.csv")).body).toContain(`,'${line},`);
  });

  it("is a file of all movements with their balances, opened as UTF-8, in which no text is a formula", async () => {
    const { someone, pay, get, call, world } = await givenOwnWallet(database());
    const payer = await someone(sats(10_000n));
    world.node.plan = settles({ fee: 1_500n as never });
    await pay(payer, {
      recipient: world.recipient("file"),
      amount: "100000",
      note: '=HYPERLINK("https://evil.example")',
    });

    const { body, headers } = await get(payer, "/history.csv");
    const before = await call("HEAD", "/history.csv", { as: payer }); // programs that load files ask first
    expect([before.status, before.body, before.headers["content-type"]]).toEqual([200, "", headers["content-type"]]);

    expect(headers["content-disposition"]).toBe('attachment; filename="wallet.csv"');
    const [head, ...lines] = body.trimEnd().split("\r\n");
    expect(head).toMatch(/^\ufefftime,type,amount_sat,balance_sat,name,/);
    expect(lines.map((line) => line.split(",").slice(1, 5))).toEqual([
      ["fee_refund", "8.5", "9898.5", "file@example.com"],
      ["payment", "-110", "9890", "file@example.com"],
      ["transfer", "10000", "10000", ""],
    ]);
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);

    const typesWith = async (query: string) =>
      [...(await get(payer, `/history.csv?${query}`)).body.matchAll(/^\d[^,]*,(\w+)/gm)].map(([, type]) => type);
    expect(await typesWith("q=FILE%40example")).toEqual(["fee_refund", "payment"]);
    expect(await typesWith("kind=received")).toEqual(["transfer"]);
    expect(await typesWith("kind=sent&q=nobody")).toEqual([]);
  });
});

onDatabase("what a person wrote down", (database) => {
  it("is exported, and forgotten with the account, of this wallet alone", async () => {
    const { someone, pay, world, random } = await givenOwnWallet(database());
    const [person, other] = [await someone(sats(1_000n)), await someone(sats(1_000n))];
    const email = `${random.uuid()}@mail.example`;
    const recipient = world.recipient("texts");
    for (const one of [person, other]) {
      await pay(one, { recipient, amount: "1000", note: "a text" });
      await pay(one, { kind: "email", recipient: email, amount: "10000" });
    }
    const { db } = database();
    const texts = (of: Person) => listOwnTexts({ db }, of.caller.wallet.id);
    const written = { notes: [{ text: "a text" }], paidToEmails: [{ email }] };
    expect(await texts(person)).toMatchObject(written);
    await forgetWallet({ db }, person.caller.wallet.id);
    expect(await texts(person)).toEqual({ notes: [], paidToEmails: [] });
    expect(await texts(other)).toMatchObject(written);
  });
});

onDatabase("a note", (database) => {
  it("is written over, taken away, and limited in length and number", async () => {
    const { someone, call, pay, get, world } = await givenOwnWallet(database());
    const person = await someone(sats(100n));
    const { data } = await pay(person, { recipient: world.recipient("noted"), amount: "1000" });
    const write = async (note: string, id: string = data.id) =>
      await call("PUT", `/notes/${id}`, { as: person, payload: { note } });
    const noted = async () => (await get(person, `/payments/${data.id}`)).data.note;
    expect((await write("  one ")).data).toEqual({ note: "one" });
    await write("two");
    expect(await noted()).toBe("two");
    expect((await write("  ")).data).toEqual({ note: null });
    expect(await noted()).toBeNull();
    expect((await write("x".repeat(501))).code).toBe("invalid_input");
    expect((await write("x", "no-id")).code).toBe("invalid_input");
    expect((await write("a\u0000b")).status).toBe(400);

    await database().admin.query(sql`
      insert into own_wallet.note (wallet_id, about, text, written_at)
      select ${person.caller.wallet.id}::uuid, gen_random_uuid(), 'x', now() from generate_series(1, ${NOTES_MAX}::int)`);
    expect((await write("one too many")).code).toBe("too_many_notes");
  });
});
