import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { sampleApp, serveInTurns } from "#service/testing/app.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";
import { changeIdentity } from "#slices/sandbox/change-identity.ts";
import { changePayment } from "#slices/sandbox/change-payment.ts";
import { simulatePages } from "#slices/sandbox/pages.ts";
import { CARDS, givenSandbox } from "#slices/sandbox/testing/sandbox.harness.ts";

const BROWSER_MS = 120_000;

onDatabase("the operator's page of the sandbox in a real browser", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();

  async function given() {
    await database().admin.query(sql`truncate sandbox.payment, sandbox.identity`);
    const world = givenSandbox(database());
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const app = await sampleApp({ routes: [simulatePages({ ...world.deps, baseUrl, isDevelopment: () => true })] });
    await serveNext(app, { port });
    const page = await (await chromium().newContext()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${baseUrl}/dev/ramp/sandbox`);
    const captured = async (number: string) => {
      const { reference, purchaseId } = await world.paid(number);
      await world.processor.capture(reference, purchaseId);
      return { reference, purchaseId };
    };
    const inReview = async () => {
      const { reference } = await world.tried();
      await changeIdentity(world.deps, reference, { kind: "submit", surname: "review" });
      return reference;
    };
    return { ...world, page, captured, inReview };
  }

  const press = async (page: Page, name: string) => await page.getByRole("button", { name }).first().click();
  const says = async (page: Page, role: "status" | "alert", text: string) =>
    await page.getByRole(role).getByText(text).waitFor();

  it(
    "says what to do while there is nothing",
    async () => {
      const { page } = await given();
      await page.getByText("Buy something in the demo").waitFor();
      await page.getByText("with the surname Review").waitFor();
      await expectGoodPage(page, "sandbox-empty", SIZES_DOWN_TO_320);
    },
    BROWSER_MS,
  );

  it(
    "shows what there is, does what is pressed and says so, with the keyboard as well",
    async () => {
      const { page, paid, captured, inReview, processor, identity } = await given();
      await paid(CARDS.poor);
      await paid(CARDS.asks);
      const refunded = await captured(CARDS.refundFails);
      await processor.refund(refunded.reference, refunded.purchaseId);
      const { reference } = await captured(CARDS.good);
      const person = await inReview();
      await page.getByRole("link", { name: "Refresh" }).click();
      for (const text of ["not enough funds", "the bank asks", "refund under way", "paid", "Visa ···· 4242"])
        await page.getByText(text).first().waitFor();
      await page.getByText("What the buttons do").first().click();
      await expectGoodPage(page, "sandbox-few", SIZES_DOWN_TO_320);

      await page.getByRole("button", { name: "Open a dispute: 25.00 EUR of alice@example.com" }).first().press("Enter");
      await says(page, "status", "The dispute is open.");
      expect((await processor.get(reference)).dispute).toBe("open");
      await expectGoodPage(page, "sandbox-dispute", SIZES_DOWN_TO_320);
      await press(page, "Approve");
      await says(page, "status", "The identity is approved.");
      expect((await identity.get(person)).state).toBe("approved");
      await press(page, "Let the refund arrive");
      await says(page, "status", "The refund has arrived.");
    },
    BROWSER_MS,
  );

  it(
    "says when a press came too late, and shows what is true",
    async () => {
      const { page, captured, deps } = await given();
      const { reference } = await captured(CARDS.good);
      await changePayment(deps, reference, { kind: "dispute" });
      await page.reload();
      await changePayment(deps, reference, { kind: "lose_dispute" });
      await press(page, "Win the dispute");
      await says(page, "alert", "Nothing was done: it has changed meanwhile.");
      await page.getByText("dispute lost").waitFor();
      expect(await page.locator("main").getByRole("button").count()).toBe(0);
      await expectGoodPage(page, "sandbox-late", SIZES_DOWN_TO_320);
    },
    BROWSER_MS,
  );
});
