import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { rollKey } from "#projects";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { paymentRoutes } from "#slices/payments/routes.ts";
import { keyOf, withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { voucherRoutes } from "./routes.ts";
import { givenVouchers, random } from "./testing/vouchers.harness.ts";

onDatabase("the lists of a key", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { deps, issuer, world, clock } = vouchers;
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = async () => payee.wallet;
    const first = await withPolicy(database(), issuer, { cap: sats(100n) });
    const other = await withPolicy(database(), issuer, { cap: sats(100n) });
    const { journal, db } = database();
    const { key } = await rollKey({ db, journal, clock, random }, { keyId: keyOf(first) });
    if (first.actor.kind !== "project") throw new Error("only a project has keys");
    const second: Caller = { ...first, actor: { ...first.actor, keyId: key.id, rulesOf: key.rulesOf } };
    const callers = new Map<string, Caller>([
      ["issuer", issuer],
      ["first", first],
      ["second", second],
      ["other", other],
      ["rival", payee],
    ]);
    const app = await sampleApp({
      authenticate: async (name) => callers.get(name),
      routes: [paymentRoutes(world.pay), voucherRoutes(deps)],
    });
    const get = async (url: string, apikey = "issuer") =>
      (await ask(app, { method: "GET", url, headers: { apikey } })).json();
    /** A payment or a voucher by each key; their ids. */
    const made = async (one: (as: string) => Promise<string>) => ({
      first: await one("first"),
      second: await one("second"),
      other: await one("other"),
      issuer: await one("issuer"),
    });
    const payments = await made(async (as) => {
      const caller = callers.get(as) ?? issuer;
      const request = world.request(caller, { lnAddress: "here@example.com", amount: sats(1n) });
      return (await pay(world.pay, request)).payment.id;
    });
    const issued = await made(async (apikey) => {
      const headers = { apikey, "content-type": "application/json", "idempotency-key": random.uuid() };
      const payload = { amount: "1000", description: "" };
      return (await ask(app, { method: "POST", url: "/v0/create-voucher", payload, headers })).json().data.id;
    });
    return { get, keys: { first: keyOf(first), second: key.id, other: keyOf(other) }, made: { payments, issued } };
  }

  it.each([
    ["payments", "payments"],
    ["vouchers", "issued"],
  ] as const)("have the %s of those that took over from each other, whichever is named", async (path, of) => {
    const { get, keys, made } = await given();
    const idsOf = async (key: string, as?: string) =>
      (await get(`/v0/${path}?keyId=${key}`, as)).data.map(({ id }: { id: string }) => id);
    const { first, second, other } = made[of];
    expect(await idsOf(keys.first)).toEqual([second, first]);
    expect(await idsOf(keys.second)).toEqual([second, first]);
    expect(await idsOf(keys.other)).toEqual([other]);
    expect(await idsOf(random.uuid())).toEqual([]);
    expect(await idsOf(keys.second, "rival")).toEqual([]);
  });
});
