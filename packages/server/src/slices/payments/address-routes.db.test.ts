import { afterAll, beforeAll, expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OutboundFailed } from "#platform/outbound/outbound.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { addressRoutes } from "./routes.ts";
import { createWorld, type World } from "./testing/world.harness.ts";

onDatabase("the routes of Lightning addresses", (database) => {
  let app: Api;
  let world: World;
  let own: string;
  /** How often a server of others was asked. */
  let asked = 0;

  beforeAll(async () => {
    world = createWorld(database());
    const caller = await world.project("asker", sats(1n));
    own = `${(await givenUser(database())).gamertag}@leyden.example`;
    const { outbound } = world.drive;
    app = await sampleApp({
      authenticate: async () => caller,
      routes: [
        addressRoutes({
          ...world.drive,
          ...world.pay,
          outbound: {
            allows: outbound.allows,
            request: async (request, signal) => {
              asked++;
              if (request.url.host === "unreachable.invalid") throw new OutboundFailed("timeout");
              return await outbound.request(request, signal);
            },
          },
          baseUrl: "https://leyden.example",
          addressMax: sats(1_000n),
          recipientOf: recipientsAt("leyden.example", {
            ...database(),
            recipientCache: createRecipientCache(machineClock),
          }),
        }),
      ],
    });
  });
  afterAll(() => app.close());

  const headers = { apikey: "key" };
  const validate = async (address: string) =>
    await app.inject({ url: `/v0/ln-address/validate/${encodeURIComponent(address)}`, headers });
  const fetchCharge = async (payload: object) =>
    await app.inject({ method: "POST", url: "/v0/ln-address/fetch-charge", headers, payload });

  it("say what the address of another server takes, as clients know it", async () => {
    const answer = await validate(world.recipient("shop", { commentAllowed: 7 }));
    expect(answer.json().data).toEqual({
      valid: true,
      metadata: {
        tag: "payRequest",
        minSendable: expect.any(Number),
        maxSendable: expect.any(Number),
        commentAllowed: 7,
        metadata: expect.stringContaining("text/plain"),
        callback: expect.stringMatching(/^https?:/),
        payerData: {},
        disposable: false,
      },
      reason: null,
    });
  });

  it("fetch an invoice over exactly the amount, under both names of the field", async () => {
    const address = world.recipient("shop2");
    for (const field of ["lnaddress", "lnAddress"]) {
      const answer = await fetchCharge({ [field]: address, amount: "7000" });
      expect(answer.statusCode, answer.body).toBe(200);
      const { lnaddress, amount, invoice } = answer.json().data;
      expect([lnaddress, amount, invoice.uri]).toEqual([address, "7000", `lightning:${invoice.request}`]);
      expect(decodeInvoice(invoice.request).amount).toBe(7_000n);
    }
    expect((await fetchCharge({ amount: "7000" })).json().error.details[0].field).toBe("lnaddress");
  });

  it("refuse an invoice that is not what was asked for", async () => {
    const { text } = world.invoice({ amount: sats(9n) });
    const address = world.recipient("liar", { invoice: () => ({ pr: text }) });
    expect((await fetchCharge({ lnaddress: address, amount: "7000" })).json().error.code).toBe("invoice_invalid");
    const nonsense = world.recipient("nonsense", { invoice: () => ({ pr: "lnbcrt1<script>" }) });
    expect((await fetchCharge({ lnaddress: nonsense, amount: "7000" })).json().error.code).toBe("invoice_invalid");
  });

  it("ask no server about an address of this service", async () => {
    asked = 0;
    const found = (await validate(own.toUpperCase())).json().data;
    expect(found).toMatchObject({ valid: true, metadata: { minSendable: 1_000, maxSendable: 1_000_000 } });
    const { invoice } = (await fetchCharge({ lnaddress: own, amount: "7000", description: "hello" })).json().data;
    expect(decodeInvoice(invoice.request)).toMatchObject({ amount: 7_000n, description: { kind: "hash" } });
    expect((await validate("not-there@leyden.example")).json().data).toMatchObject({
      valid: false,
      metadata: null,
    });
    const missing = await fetchCharge({ lnaddress: "not-there@leyden.example", amount: "7000" });
    expect(missing.json().error.code).toBe("address_not_found");
    expect((await fetchCharge({ lnaddress: own, amount: "1000001" })).json().error.code).toBe("amount_out_of_range");
    expect(asked).toBe(0);
  });

  it("show of a wallet of this service no more than strangers see", async () => {
    const user = await givenUser(database());
    const lnaddress = `${user.gamertag}@leyden.example`;
    /** Names are random, and may have any three digits. */
    const withoutNames = ({ body, headers }: Awaited<ReturnType<typeof validate>>) =>
      body.replaceAll(user.gamertag, "").replaceAll(String(headers["x-request-id"]), "");
    const wallet = await findWallet(database().db, user.walletId);
    if (wallet === undefined) throw new Error("a user without a wallet");
    const deps = { db: database().db, clock: machineClock };
    const setMaximum = async (maxBalance: Msats) =>
      await setLimits(deps, wallet.account, { daily: undefined, weekly: undefined, monthly: undefined, maxBalance });
    await setMaximum(msats(7_777n));
    expect((await validate(lnaddress)).json().data.metadata.maxSendable).toBe(5_000);
    const refused = await fetchCharge({ lnaddress, amount: "5001" });
    expect(refused.json().error.code).toBe("amount_out_of_range");
    expect(withoutNames(refused)).not.toMatch(/777/);

    await setMaximum(msats(999n));
    for (const answer of [await validate(lnaddress), await fetchCharge({ lnaddress, amount: "1000" })]) {
      expect(answer.json().error.code).toBe("receive_limit_exceeded");
      expect(answer.json().error.message).toBe("the recipient cannot receive this now");
      expect(withoutNames(answer)).not.toMatch(/999/);
    }
  });

  it("make one project only so many invoices of one address of this service in a minute", async () => {
    const lnaddress = `${(await givenUser(database())).gamertag}@leyden.example`;
    const codes: unknown[] = [];
    for (let i = 0; i < 61; i++) codes.push((await fetchCharge({ lnaddress, amount: "7000" })).json().error?.code);
    expect(codes).toEqual([...Array(60).fill(undefined), "rate_limited"]);
    const other = `${(await givenUser(database())).gamertag}@leyden.example`;
    expect((await fetchCharge({ lnaddress: other, amount: "7000" })).statusCode).toBe(200);
  });

  it("tell what is no address from a server that does not answer", async () => {
    for (const text of ["alice", "@host", "a b@host.example", `${"x".repeat(65)}@host.example`])
      expect((await validate(text)).json().data, text).toMatchObject({ valid: false, reason: expect.any(String) });
    expect((await validate("alice@knows-none.example")).json().data.valid).toBe(false);
    const answer = await validate("alice@unreachable.invalid");
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, "address_unreachable"]);
  });
});
