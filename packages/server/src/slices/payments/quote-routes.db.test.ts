import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { emailPaymentFee } from "#vouchers";
import { quoteRoutes } from "./routes.ts";
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
});
