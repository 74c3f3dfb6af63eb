import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fakeCopies, fakePlace } from "#slices/lightning/testing/fake-copies.harness.ts";
import { refuseUnderWay } from "#slices/ramp/refuse-under-way.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { listPayoutRules } from "#vouchers";
import { givenStarted } from "./testing/started.harness.ts";

onDatabase("the service on a node that is not the test network's", (database) => {
  it("is paid and pays over Lightning", async () => {
    const { node, call } = await givenStarted(database());
    const charge = await call("POST", "/v0/charges", { amount: "100000", description: "an order" });
    expect(charge.status).toBe(200);
    expect(await node.counterparty.pay(charge.body.data.invoice.request)).toBe(true);
    await expect.poll(async () => (await call("GET", "/v0/wallet")).body.data.balance).toBe("100000");

    const { invoice } = await node.counterparty.invoice({ msats: 20_000n });
    const paid = await call("POST", "/v0/payments", { invoice });
    expect(paid).toMatchObject({ status: 200, body: { data: { status: "completed", fee: "1500" } } });
    expect((await call("GET", "/v0/wallet")).body.data.balance).toBe("78500");
  });

  it("writes down by which rules it pays out vouchers, before it does, and each of them once", async () => {
    const rules = async () =>
      (await listPayoutRules(database().db)).map(({ floor, basisPoints, isExact, wholeSats }) =>
        [floor, basisPoints, isExact, wholeSats].join(" "),
      );
    await givenStarted(database());
    expect(await rules()).toEqual(["10000 100 true false"]);
    await givenStarted(database(), { LEYDEN_FEE_LIMIT_BASIS_POINTS: "300" });
    expect(await rules()).toEqual(["10000 100 true false", "10000 300 true false"]);
  });

  it("keeps copies of the channel backup, and measures them", async () => {
    const place = fakePlace("/mnt/backup/channels");
    const { baseUrl } = await givenStarted(database(), {}, { channelCopies: fakeCopies(place) });
    const metrics = async () => await (await fetch(`${baseUrl}/metrics`)).text();
    await expect.poll(metrics).toContain('leyden_channel_backup_lacks{folder="/mnt/backup/channels"} 0');
    expect(place.copies).toHaveLength(1);
    const madeAt = Number(place.copies[0]?.at.getTime()) / 1_000;
    expect(await metrics()).toContain(
      `leyden_channel_backup_timestamp_seconds{folder="/mnt/backup/channels"} ${madeAt}`,
    );
  });

  it("has no pages that are about the demo project", async () => {
    const { baseUrl } = await givenStarted(database());
    for (const path of ["/dev/ramp", "/dev/oauth"]) expect((await fetch(baseUrl + path)).status, path).toBe(404);
  });

  it("calls no address that the operator has named as its own", async () => {
    const { call } = await givenStarted(database(), { LEYDEN_OWN_ADDRESSES: "9.9.9.0/24" });
    const endpoint = (host: string) => call("POST", "/v0/webhook-endpoints", { url: `https://${host}/hook` });
    expect(await endpoint("9.9.8.9")).toMatchObject({ status: 200 });
    expect(await endpoint("9.9.9.9")).toMatchObject({ status: 400, body: { error: { details: [{ field: "url" }] } } });
  });

  it("answers everything of the on-ramp with one code where that is switched off, and has the rest", async () => {
    const { baseUrl, call } = await givenStarted(database(), { LEYDEN_RAMP: "off" });
    for (const path of ["/api/v1/ramp-widget", "/api/v1/ramp-quote", "/ramp/x/api/state", "/widget/v1/leyden-ramp.js"])
      expect(await call("GET", path), path).toMatchObject({ status: 410, body: { error: { code: "ramp_off" } } });
    expect(await call("POST", "/api/v1/ramp-widget", {})).toMatchObject({ status: 410 });
    const page = await fetch(`${baseUrl}/ramp/x`, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([410, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("This service sells no bitcoin.");

    const { paths, webhooks } = (await call("GET", "/openapi.json")).body;
    const described = [...Object.keys(paths), ...Object.keys(webhooks)];
    expect(described).toEqual(expect.arrayContaining(["/v0/charges", "payment.completed"]));
    expect(described.filter((name) => name.includes("ramp"))).toEqual([]);
    expect((await call("GET", "/v0/wallet")).status).toBe(200);
  });

  it("does not switch the on-ramp off while purchases are under way", async () => {
    const { deps, authorized, later, stateOf } = await givenRamp(database());
    const bought = await authorized();
    await expect(givenStarted(database(), { LEYDEN_RAMP: "off" })).rejects.toMatchObject({
      message: expect.stringContaining("1 purchases are under way"),
      advice: expect.stringContaining("LEYDEN_RAMP=on"),
    });
    for (let i = 0; i < 5 && (await stateOf(bought)) !== "completed"; i++) await later();
    expect(await stateOf(bought)).toBe("completed");
    await expect(refuseUnderWay(deps)).resolves.toBeUndefined();
  });

  it("shows no pages that run as scripts where they are switched off, and sells all the same", async () => {
    const merchant = { merchantHost: "127.0.0.1:1", merchantAddress: "merchant@127.0.0.1:1" };
    const demo = { ...merchant, app: () => undefined, key: () => undefined, users: () => [] };
    const { baseUrl, call } = await givenStarted(database(), { LEYDEN_WEB: "off" }, { demo });
    for (const path of [
      "/ramp/x",
      "/assets/x.js",
      "/widget/v1/leyden-ramp.js",
      "/wallet",
      "/dashboard",
      "/dashboard/x",
    ]) {
      const page = await fetch(baseUrl + path);
      expect([page.status, await page.text()], path).toEqual([
        410,
        expect.stringContaining("This service does not show this page."),
      ]);
    }
    for (const path of ["/wallet/send", "/dashboard"]) {
      const text = await (await fetch(baseUrl + path)).text();
      expect(/href="(\/account)">([^<]+)/.exec(text)?.slice(1), path).toEqual(["/account", "Your account"]);
    }
    expect(await (await fetch(`${baseUrl}/assets/x.js`)).text()).not.toContain("Your account");
    const account = await fetch(`${baseUrl}/account`, { redirect: "manual" });
    expect([account.status, account.headers.get("location")]).toEqual([303, "/login?next=%2Faccount"]);
    const [shop, bank] = await Promise.all(["/dev/ramp", "/dev/ramp/sandbox"].map((path) => fetch(baseUrl + path)));
    expect([shop?.status, bank?.status]).toEqual([404, 200]); // a shop without its widget sells nothing
    const quote = await call("GET", "/api/v1/ramp-quote?amount=25.00&currency=EUR");
    expect(quote.body.error?.code).not.toBe("ramp_off");
    expect(quote.status).not.toBe(404);
  });
});
