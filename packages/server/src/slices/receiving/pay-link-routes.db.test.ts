import { createHash } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { DAY_MS, HOUR_MS, newGamertag, rename } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { publicStaticChargeOf } from "#wallets";
import { forgetUnpaid } from "./expire/forget-unpaid.ts";
import { lookUpDueCharges } from "./expire/look-up-due-charges.ts";
import { createCharge } from "./issue/create-charge.ts";
import { listReceiptsById } from "./store/receipts.ts";
import { ADDRESS_MAX, BASE_URL, givenPayLinks, type PayLinks, readInvoice } from "./testing/pay-links.harness.ts";
import { balanceOf, breaches, chargeNow, receiptsOf } from "./testing/receiving.harness.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

onDatabase("a Lightning address", (database) => {
  let world: PayLinks;
  let user: User;
  beforeAll(async () => {
    world = await givenPayLinks(database());
    user = await world.user();
  });
  afterAll(() => world.app.close());

  const look = (name = user.gamertag) => world.get(`/.well-known/lnurlp/${name}`);
  const ask = async (query: string, name = user.gamertag) => {
    const { callback } = (await look(name)).json();
    return await world.get(`${callback}?${query}`);
  };
  const hashOf = (invoice: string) => {
    const { description } = readInvoice(invoice);
    return description.kind === "hash" ? bytesToHex(description.sha256) : "a text";
  };

  it("is answered as LUD-06, 12, 16 and 18 demand, in upper and lower case, to every web page", async () => {
    const answer = await look();
    expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    const address = `${user.gamertag}@leyden.example`;
    expect(answer.json()).toEqual({
      tag: "payRequest",
      callback: `${BASE_URL}/lnurl/pay/name/${user.gamertag}/callback`,
      minSendable: 1_000,
      maxSendable: Number(ADDRESS_MAX),
      metadata: `[["text/plain","Payment to ${address}"],["text/identifier","${address}"]]`,
      commentAllowed: 280,
      payerData: { name: { mandatory: false }, identifier: { mandatory: false }, email: { mandatory: false } },
    });
    expect((await look(user.gamertag.toUpperCase())).json()).toEqual(answer.json());
  });

  it("is also that of a project", async () => {
    const [{ name = "" } = {}] = await database().db.query<{ name: string }>(sql`
      select name
        from wallets.name
       where wallet_id = ${world.caller.wallet.id}`);
    expect((await look(name)).json().tag).toBe("payRequest");
  });

  it.each(["not-there", "alice%40elsewhere.example", "%00", "x".repeat(65), "..%2F..%2Fv0%2Fwallet", "%E2%84%AA"])(
    "that is %s is an error in LNURL's own form",
    async (name) => {
      const answer = await look(name);
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json()).toEqual({ status: "ERROR", reason: expect.any(String) });
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
    },
  );

  it("gives an invoice that commits to the exact bytes of the metadata, and credits its payment to the wallet", async () => {
    const { metadata } = (await look()).json();
    const answer = await ask("amount=12345&unknown=1");
    const { pr, ...rest } = answer.json();
    expect(rest).toEqual({
      routes: [],
      disposable: false,
      verify: expect.stringContaining(`${BASE_URL}/lnurl/verify/`),
    });
    expect(readInvoice(pr)).toMatchObject({ amount: 12_345n });
    expect(hashOf(pr)).toBe(sha256(metadata));

    const { account } = await world.walletOf(user.walletId);
    const before = await balanceOf(database(), account);
    expect(world.node.receiving.payInvoice(pr)).toBe(true);
    await world.follow();
    expect(await balanceOf(database(), account)).toBe(before + 12_345n);
    expect(await breaches(database())).toEqual([]);
  });

  it.each([
    ['{"name":"Zoë + 100%"}', { name: "Zoë + 100%" }],
    ['{ "email" : "a@b.example",\n"pubkey":"02ab" }', { email: "a@b.example" }],
    ['{"name":"<b>\\u0000\\nx</b>","identifier":7}', { name: "<b> x</b>" }],
    ["{}", null],
  ])("commits to payer data %s as it was received, and keeps its entries", async (payerData, kept) => {
    const { metadata } = (await look()).json();
    const { pr } = (await ask(`amount=5000&payerdata=${encodeURIComponent(payerData)}`)).json();
    expect(hashOf(pr)).toBe(sha256(metadata + payerData));

    world.node.receiving.payInvoice(pr);
    await world.follow();
    const { paymentHash } = readInvoice(pr);
    const [{ id = "" } = {}] = await receiptsOf(database(), paymentHash);
    const receipt = (await listReceiptsById(database().db, [id])).get(id);
    expect(receipt?.payerData ?? null).toEqual(kept);
  });

  it.each(["[]", "1", "{", "null", `{"name":"${"x".repeat(2_000)}"}`])(
    "refuses the payer data %s",
    async (payerData) => {
      const answer = await ask(`amount=5000&payerdata=${encodeURIComponent(payerData)}`);
      expect([answer.statusCode, answer.json().status]).toEqual([400, "ERROR"]);
    },
  );

  it("takes a comment of the length that it allows, and none that is longer", async () => {
    const comment = "€".repeat(280);
    const { pr } = (await ask(`amount=5000&comment=${encodeURIComponent(comment)}`)).json();
    const row = one(
      await database().db.query<{ comment: string }>(sql`
        select comment
          from receiving.charge
         where invoice = ${pr}`),
    );
    expect(row.comment).toBe(comment);
    const refused = await ask(`amount=5000&comment=${encodeURIComponent(`${comment}x`)}`);
    expect(refused.json()).toEqual({ status: "ERROR", reason: expect.stringContaining("280") });
  });

  it("takes the least and the most that it says, and nothing outside", async () => {
    for (const amount of [1_000n, ADDRESS_MAX])
      expect((await ask(`amount=${amount}`)).json().pr).toEqual(expect.any(String));
    for (const amount of ["999", String(ADDRESS_MAX + 1n), "", "0", "-1000", "1e4", "01000", "1000.5"])
      expect((await ask(`amount=${amount}`)).json(), amount).toMatchObject({ status: "ERROR" });
    expect((await ask("comment=1")).json()).toMatchObject({ status: "ERROR" });
  });

  it.each([
    ["an amount twice", "amount=5000&amount=6000"],
    ["a comment twice", "amount=5000&comment=a&comment=b"],
    [
      "payer data that is encoded twice",
      `amount=5000&payerdata=${encodeURIComponent(encodeURIComponent('{"name":"a"}'))}`,
    ],
    ["payer data of 5,000 characters", `amount=5000&payerdata=${"x".repeat(5_000)}`],
    ["an amount with a NUL", "amount=5000%00"],
    ["a comment with a NUL", "amount=5000&comment=a%00b"],
    ["an amount in other digits", `amount=${encodeURIComponent("٥٠٠٠")}`],
  ])("refuses %s in LNURL's own form, and makes no invoice", async (_title, query) => {
    const before = world.node.receiving.invoices.size;
    const answer = await ask(query);
    expect([answer.statusCode, answer.json()]).toEqual([400, { status: "ERROR", reason: expect.any(String) }]);
    expect(world.node.receiving.invoices.size).toBe(before);
  });

  it.each([
    ["a%01b%0d%0ac%F0%9F%98%80", "a b c😀"],
    ["a+b%2Bc", "a b+c"],
    ["broken%ED%A0%80", "broken%ED%A0%80"],
    ["%01", null],
  ])("keeps the comment %s as one line of text", async (comment, kept) => {
    const { pr } = (await ask(`amount=5000&comment=${comment}`)).json();
    const [row] = await database().db.query<{ comment: string }>(sql`
      select comment
        from receiving.charge
       where invoice = ${pr}`);
    expect(row).toEqual({ comment: kept });
  });

  it("takes no more than the wallet may still receive, in coarse steps", async () => {
    const full = await world.user();
    const wallet = await world.walletOf(full.walletId);
    await world.setMaximum(wallet, msats(7_777n));
    const receive = async (amount: number) => {
      world.node.receiving.payInvoice((await ask(`amount=${amount}`, full.gamertag)).json().pr);
      await world.follow();
    };
    expect((await look(full.gamertag)).json().maxSendable).toBe(5_000);
    await receive(5_000);
    expect((await look(full.gamertag)).json().maxSendable).toBe(2_000);
    await receive(2_000);

    const answer = await look(full.gamertag);
    expect(answer.json()).toEqual({ status: "ERROR", reason: "the recipient cannot receive this now" });
    expect(await balanceOf(database(), wallet.account)).toBe(7_000n);
  });

  it("shows strangers neither the headroom nor the balance, whatever amount they ask for", async () => {
    const full = await world.user();
    const wallet = await world.walletOf(full.walletId);
    await world.setMaximum(wallet, msats(7_777n));
    const { callback } = (await look(full.gamertag)).json();
    const given = async (amount: number) => {
      const { pr, reason = "" } = (await world.get(`${callback}?amount=${amount}`)).json();
      expect(reason).not.toMatch(/777/);
      return pr !== undefined;
    };
    let [least, over] = [1_000, 1_000_000];
    while (over - least > 1) {
      const middle = Math.floor((least + over) / 2);
      if (await given(middle)) least = middle;
      else over = middle;
    }
    expect(least).toBe(5_000);
  });

  it("says whether an invoice was paid", async () => {
    const { pr, verify } = (await ask("amount=5000")).json();
    expect((await world.get(verify)).json()).toEqual({ status: "OK", settled: false, preimage: null, pr });
    world.node.receiving.payInvoice(pr);
    await world.follow();
    const { preimage, ...settled } = (await world.get(verify)).json();
    expect(settled).toEqual({ status: "OK", settled: true, pr });
    const { paymentHash } = readInvoice(pr);
    expect(createHash("sha256").update(Buffer.from(preimage, "hex")).digest()).toEqual(Buffer.from(paymentHash));
    for (const id of ["1", "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718"])
      expect((await world.get(`/lnurl/verify/${id}`)).json()).toEqual({ status: "ERROR", reason: "Not found" });
  });

  it("says nothing of a charge that its owner has made, also when that was paid", async () => {
    const request = { amount: msats(5_000n), description: "an order", expirySeconds: 600 };
    const { charge } = await createCharge(world.deps, { caller: world.caller, ...request });
    const unknown = { status: "ERROR", reason: "Not found" };
    expect((await world.get(`/lnurl/verify/${charge.id}`)).json()).toEqual(unknown);
    world.node.receiving.payInvoice(charge.invoice);
    await world.follow();
    expect((await chargeNow(database(), charge)).state.kind).toBe("completed");
    expect((await world.get(`/lnurl/verify/${charge.id}`)).json()).toEqual(unknown);
  });

  it("says without a preimage that an invoice was paid while the node is down, or says another one", async () => {
    const { pr, verify } = (await ask("amount=5000")).json();
    world.node.receiving.payInvoice(pr);
    await world.follow();
    const settled = { status: "OK", settled: true, preimage: null, pr };
    world.node.isDown = true;
    expect((await world.get(verify)).json()).toEqual(settled);
    world.node.isDown = false;
    const hash = bytesToHex(readInvoice(pr).paymentHash);
    const said = world.node.receiving.invoices.get(hash);
    if (said?.kind !== "settled") throw new Error("it is not settled");
    world.node.receiving.invoices.set(hash, { ...said, preimage: new Uint8Array(32) });
    expect((await world.get(verify)).json()).toEqual(settled);
  });

  it("that was given up leads to the same wallet once it was paid, and the wallet's own LNURL always does", async () => {
    const renamed = await world.user();
    const lnurl = publicStaticChargeOf(renamed.walletId, BASE_URL);
    const old = renamed.gamertag;
    await ask("amount=5000", old);
    const next = newGamertag("next");
    await rename(database(), machineClock, renamed, next);

    const { pr: ofOld } = (await ask("amount=5000", old)).json();
    const { pr: ofNew } = (await ask("amount=5000", next)).json();
    const link = await world.get(decodeLnurl(lnurl).href);
    expect(link.json().metadata).toContain(`${next}@leyden.example`);
    const { pr: ofLink } = (await world.get(`${link.json().callback}?amount=5000`)).json();
    for (const pr of [ofOld, ofNew, ofLink]) world.node.receiving.payInvoice(pr);
    await world.follow();
    expect(await balanceOf(database(), (await world.walletOf(renamed.walletId)).account)).toBe(15_000n);
  });

  it("of which a page was only looked at is free for others after it was given up", async () => {
    const renamed = await world.user();
    await look(renamed.gamertag);
    const wasUsed = async () =>
      one(
        await database().db.query<{ used: boolean }>(sql`
          select was_used as used
            from wallets.name
           where name = ${renamed.gamertag}`),
      ).used;
    expect(await wasUsed()).toBe(false);
    await ask("amount=5000", renamed.gamertag);
    expect(await wasUsed()).toBe(true);
  });

  it("answers 503 in LNURL's own form while the node is down, and writes nothing", async () => {
    world.node.isDown = true;
    const answer = await ask("amount=5000");
    world.node.isDown = false;
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json()).toEqual({ status: "ERROR", reason: "the Lightning node does not answer" });
  });

  it("gives one network only so many invoices in a minute, and the others theirs", async () => {
    const popular = await world.user();
    const { callback } = (await look(popular.gamertag)).json();
    const from = async (address: string) => (await world.get(`${callback}?amount=5000`, address)).statusCode;
    const answers: number[] = [];
    for (let i = 0; i < 61; i++) answers.push(await from(`2001:db8:ffff:${i.toString(16)}::1`));
    expect(answers).toEqual([...Array(60).fill(200), 429]);
    expect(await from("2001:db8:fffe:2::1")).toBe(200);
  });

  it("counts all names of a wallet and its id together, for each network", async () => {
    const popular = await world.user();
    const paths = [`name/${popular.gamertag}`, `name/${popular.gamertag.toUpperCase()}`, `wallet/${popular.walletId}`];
    const from = async (address: string, path?: string) =>
      (await world.get(`/lnurl/pay/${path}/callback?amount=5000`, address)).statusCode;
    const answers: number[] = [];
    for (let i = 0; i < 60; i++) answers.push(await from("198.51.100.7", paths[i % 3]));
    expect(answers).toEqual(Array(60).fill(200));
    for (const path of paths) expect(await from("198.51.100.8", path), path).toBe(429);
    for (const path of paths) expect(await from("198.51.101.8", path), path).toBe(200);
  });

  it("forgets an invoice some days after it expired unpaid, and none that got money", async () => {
    let later = 0;
    const clock = { ...machineClock, now: () => new Date(Date.now() + later) };
    const [unpaid, paid, underpaid] = await Promise.all(
      [1, 2, 3].map(async () => (await ask("amount=5000")).json().pr),
    );
    world.node.receiving.payInvoice(paid);
    world.node.receiving.receive(readInvoice(underpaid).paymentHash, 1n);
    await world.follow();
    const left = async () => {
      const rows = await database().db.query<{ invoice: string }>(sql`
        select invoice
          from receiving.charge
         where invoice = any (${[unpaid, paid, underpaid]}::text[])`);
      return rows.map(({ invoice }) => invoice).toSorted();
    };
    const all = [unpaid, paid, underpaid].toSorted();
    const forget = () => forgetUnpaid({ db: database().db, clock, keptMs: 3 * DAY_MS, limit: 2 });

    later = 4 * DAY_MS;
    await forget();
    expect(await left(), "before the node was asked for the last time").toEqual(all);
    later = 2 * HOUR_MS;
    await lookUpDueCharges({ ...world.deps, clock });
    later = 2 * DAY_MS;
    while ((await lookUpDueCharges({ ...world.deps, clock })) > 0);
    await forget();
    expect(await left(), "before three days are over").toEqual(all);
    later = 4 * DAY_MS;
    expect(await forget()).toBeGreaterThan(0);
    expect(await left()).toEqual([paid, underpaid].toSorted());
    const [{ networks } = {}] = await database().db.query<{ networks: bigint }>(sql`
      select count(network) as networks from receiving.charge where invoice = ${paid}`);
    expect(networks, "nor which network asked").toBe(0n);
    expect(await breaches(database())).toEqual([]);
  });
});
