import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { givenPayer, givenUser, newGamertag, rename } from "#slices/users/testing/users.harness.ts";
import { findWallet } from "#wallets";
import { followReceipts } from "./credit/follow-receipts.ts";
import { chargeRoutes, gamertagChargeRoutes } from "./routes.ts";
import { listReceiptCauses } from "./store/receipts.ts";
import { balanceOf, breaches, creditDeps, givenCaller, receiptsOf } from "./testing/receiving.harness.ts";

onDatabase("a charge for a gamertag", (database) => {
  let app: Api;
  let node: FakeNode;
  let deps: Parameters<typeof chargeRoutes>[0] & Parameters<typeof followReceipts>[0];
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    callers.set("shop", await givenCaller(database()));
    callers.set("rival", await givenCaller(database()));
    node = createFakeNode({ clock: machineClock });
    deps = { ...creditDeps(database()), db: database().db, node, receivable: () => undefined };
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [chargeRoutes(deps), gamertagChargeRoutes(deps)],
    });
  });
  afterAll(() => app.close());

  const post = async (payload: object, headers: Record<string, string> = {}) =>
    await app.inject({
      method: "POST",
      url: "/v0/gamertag/charges",
      headers: { apikey: "shop", ...headers },
      payload: { amount: "5000", description: "a gift", ...payload },
    });
  const read = async (id: string, apikey: string) =>
    await app.inject({ url: `/v0/charges/${id}`, headers: { apikey } });
  const accountOf = async ({ walletId }: Awaited<ReturnType<typeof givenUser>>) => {
    const wallet = await findWallet(database().db, walletId);
    if (wallet === undefined) throw new Error("a user without a wallet");
    return wallet.account;
  };

  it("has the documented fields, brings the money to the user and its events to the project", async () => {
    const user = await givenUser(database());
    const callbackUrl = "https://shop.example/paid";
    const answer = await post({ gamertag: user.gamertag.toUpperCase(), internalId: "7", callbackUrl });
    const { data } = answer.json();
    expect(data).toEqual({
      id: expect.any(String),
      unit: "msats",
      status: "pending",
      amount: "5000",
      description: "a gift",
      internalId: "7",
      callbackUrl,
      invoiceRequest: expect.stringMatching(/^lnbcrt/),
      invoiceExpiresAt: expect.stringMatching(/Z$/),
      invoiceDescriptionHash: null,
      createdAt: expect.stringMatching(/Z$/),
    });

    node.receiving.payInvoice(data.invoiceRequest);
    await followReceipts(deps, AbortSignal.abort());
    expect(await balanceOf(database(), await accountOf(user))).toBe(5_000n);
    expect((await read(data.id, "shop")).json().data).toMatchObject({ status: "completed", walletId: user.walletId });
    expect((await read(data.id, "rival")).json().error.code).toBe("charge_not_found");
    const events = await database().db.query(sql`
      select type, owner, callback_url
        from events.of_types(array['charge.completed'])
       where object = ${data.id}`);
    const owner = callers.get("shop")?.wallet.owner.id;
    expect(events).toEqual([{ type: "charge.completed", owner, callback_url: callbackUrl }]);
    expect(await breaches(database())).toEqual([]);
  });

  it("shows the user nothing of what the project wrote on it", async () => {
    const user = await givenUser(database());
    callers.set("user", await givenPayer(database(), user, msats(0n)));
    const written = { internalId: "of-the-shop", callbackUrl: "https://shop.example/paid" };
    const { id } = (await post({ gamertag: user.gamertag, ...written })).json().data;
    const list = await app.inject({ url: "/v0/charges", headers: { apikey: "user" } });
    for (const shown of [(await read(id, "user")).json().data, list.json().data[0]])
      expect(shown).toMatchObject({ id, internalId: null, callbackUrl: null });
    expect((await read(id, "shop")).json().data).toMatchObject(written);

    const { paymentHash } = decodeInvoice((await read(id, "shop")).json().data.invoice.request);
    node.receiving.receive(paymentHash, 5_000n);
    await followReceipts(deps, AbortSignal.abort());
    const [receipt] = await receiptsOf(database(), paymentHash);
    const causes = await listReceiptCauses(database().db, user.walletId, [receipt?.id ?? ""]);
    expect([...causes.values()]).toEqual([{ chargeId: id, internalId: undefined }]);
  });

  it("is one with one key, also when the gamertag has changed since", async () => {
    const user = await givenUser(database());
    const ask = () => post({ gamertag: user.gamertag }, { "idempotency-key": "gift" });
    const first = (await ask()).json().data;
    await rename(database(), machineClock, user, newGamertag("next"));
    expect((await ask()).json().data).toEqual(first);
    expect((await post({ gamertag: user.gamertag })).json().error.code).toBe("user_not_found");
  });

  it("is refused above the coarse form of what the user may receive, which is all that a project learns", async () => {
    const user = await givenUser(database());
    const limits = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: msats(4_321n) };
    await setLimits({ db: database().db, clock: machineClock }, await accountOf(user), limits);
    for (const amount of ["4322", "4321", "2001"]) {
      const answer = await post({ gamertag: user.gamertag, amount });
      expect(answer.json().error.code, amount).toBe("receive_limit_exceeded");
      const names = [user.gamertag, String(answer.headers["x-request-id"])]; // random: they may have any four digits
      const text = names.reduce((left, name) => left.replaceAll(name, ""), answer.body);
      expect(text).not.toContain("4321");
    }
    expect((await post({ gamertag: user.gamertag, amount: "2000" })).statusCode).toBe(200);
  });

  it("is refused when all wallets together may hold no more", async () => {
    const user = await givenUser(database());
    const { admin } = database();
    try {
      await admin.query(sql`select ledger.set_service_limits(null, null, 0, null)`);
      const answer = await post({ gamertag: user.gamertag, amount: "2000" });
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, "service_full"]);
    } finally {
      await admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
    }
  });

  it("may be as much as the user may receive when the user asks for it", async () => {
    const user = await givenUser(database());
    callers.set("same", await givenPayer(database(), user, msats(0n)));
    const limits = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: msats(4_321n) };
    await setLimits({ db: database().db, clock: machineClock }, await accountOf(user), limits);
    const ask = async (amount: string) =>
      (await post({ gamertag: user.gamertag, amount }, { apikey: "same" })).statusCode;
    expect([await ask("4321"), await ask("4322")]).toEqual([200, 400]);
  });
});
