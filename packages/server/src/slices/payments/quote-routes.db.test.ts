import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { givenUser, newGamertag, rename } from "#slices/users/testing/users.harness.ts";
import { emailPaymentFee } from "#vouchers";
import { quoteRoutes, recipientCheckRoutes } from "./routes.ts";
import { createWorld } from "./testing/world.harness.ts";

onDatabase("what a payment would take", (database) => {
  it("is said before it is made: the amount, the highest fee, and what the invoice says", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", sats(1_000_000n));
    const routes = asProjectPages(quoteRoutes({ ...world.pay, emailFee: emailPaymentFee }));
    const app = await sampleApp({ authenticate: async () => caller, routes: [routes] });
    const quote = async (query: Record<string, string>) => {
      const url = `${PROJECT_PAGES}/quote?${new URLSearchParams(query)}`;
      return (await ask(app, { method: "GET", url, headers: { apikey: "payer" } })).json();
    };
    const { text } = world.invoice({ amount: sats(5_000n) });
    const { description, expiresAt } = decodeInvoice(text);
    expect((await quote({ kind: "invoice", to: text })).data).toEqual({
      unit: "msats",
      amount: "5000000",
      feeLimit: "50000",
      total: "5050000",
      isHere: false,
      invoice: {
        description: description.kind === "text" ? description.text : null,
        expiresAt: expiresAt.toISOString(),
      },
    });
    const toAddress = await quote({ kind: "address", to: "ann@shop.example", amount: "1000" });
    expect(toAddress.data).toMatchObject({ feeLimit: "10000", invoice: null });
    const toEmail = await quote({ kind: "email", to: "ann@shop.example", amount: "1000000" });
    expect(toEmail.data).toMatchObject({ amount: "1000000", feeLimit: String(emailPaymentFee(sats(1_000n))) });
    expect((await quote({ kind: "gamertag", to: "unknown", amount: "1" })).error.code).toBe("user_not_found");
    expect((await quote({ kind: "email", to: "ann@shop.example" })).success).toBe(false);
    await app.close();
  });

  it("says which recipients of a file there are not, and leaves their names as free as they were", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", sats(1_000n));
    const routes = asProjectPages(recipientCheckRoutes({ db: database().db }));
    const app = await sampleApp({ authenticate: async () => caller, routes: [routes] });
    const check = async (names: string, kind = "gamertag") =>
      (
        await ask(app, { url: `${PROJECT_PAGES}/recipients?kind=${kind}&names=${names}`, headers: { apikey: "payer" } })
      ).json();
    const [alice, bob] = [await givenUser(database()), await givenUser(database())];
    const former = bob.gamertag;
    await rename(database(), machineClock, bob, newGamertag());
    const [{ handle } = { handle: "" }] = await database().db.query<{ handle: string }>(sql`
      select handle from projects.project where id = ${caller.wallet.owner.id}`);

    const asked = [alice.gamertag.toUpperCase(), "Nobody", former, handle, "x".repeat(64)];
    expect((await check(asked.join(","))).data).toEqual({ unknown: asked.slice(1) });
    // The address of a project, and of a former gamertag, leads to a wallet.
    expect((await check(asked.join(","), "address")).data).toEqual({ unknown: ["Nobody", "x".repeat(64)] });
    // No wallet has a name with a tag.
    expect((await check(`${alice.gamertag}%2Btips`, "address")).data).toEqual({ unknown: [`${alice.gamertag}+tips`] });
    const names = await database().db.query(sql`
      select was_used as "wasUsed" from wallets.name where wallet_id = ${alice.walletId}`);
    expect(names).toEqual([{ wasUsed: false }]);
    for (const wrong of ["", "a,,b", "a b", Array.from({ length: 101 }, () => "a").join(",")])
      expect((await check(wrong)).error?.code, wrong).toBe("invalid_input");
    await app.close();
  });
});
