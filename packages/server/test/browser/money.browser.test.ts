import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { serveInTurns } from "#service/testing/app.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";
import { walletOfUser } from "#service/wallet-of-user.ts";
import { ACCOUNT_PAGES } from "#slices/login/pages.ts";
import { createLoginWorld } from "#slices/login/testing/login.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";

onDatabase("a person with money, in a real browser", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();

  it("sees it, is told what is wrong with a recipient, and sends all of it", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const { world: lightning } = await givenDriving(database());
    const wallet = walletOfUser(database(), lightning.pay, 1_000);
    const login = createLoginWorld(database(), { baseUrl, wallet, accountNav: Object.values(ACCOUNT_PAGES) });
    await serveNext(await login.app(), { port: Number(new URL(baseUrl).port) });
    const user = await givenUser(database(), { emailIsVerified: true });
    const caller = await givenPayer(database(), user, sats(10_000n));
    const page = await chromium().newPage();
    const good = async (name: string) => await expectGoodPage(page, name, SIZES_DOWN_TO_320);

    await page.goto(`${baseUrl}/login`);
    await page.fill("input[name=email]", user.email);
    await page.click("button[value=continue]");
    await page.fill("input[name=code]", await login.codeTo(user.email));
    await page.click("button[value=continue]");
    await page.waitForURL(`${baseUrl}/account`);
    await page.getByText("10,000 sat").first().waitFor();
    await good("money");
    await page.getByRole("link", { name: "Send" }).click();
    await page.fill("input[name=recipient]", "nobody");
    await page.click("button[value=quote]");
    await page.locator(".wrong").waitFor();
    await good("send-wrong");
    await page.fill("input[name=recipient]", lightning.recipient("me"));
    await page.click("button[value=quote]");
    await page.getByRole("heading", { name: "Send 9,900 sat?" }).waitFor();
    await good("send-confirm");
    await page.click("button[value=send]");
    await page.getByText("9,900 sat were sent to me@example.com.").waitFor();
    await good("send-sent");
    expect(await lightning.balance(caller)).toBeLessThan(100_000n);
    await page.goto(`${baseUrl}/account`);
    await page.getByText("Sent to me@example.com").waitFor();
    await good("money-movements");
    const ends = await page.locator(".rows > li").evaluateAll((rows) =>
      rows.map((row) => {
        const right = row.querySelector(".amount")?.getBoundingClientRect().right ?? 0;
        return Math.round(row.getBoundingClientRect().right - right);
      }),
    );
    expect(ends, "amounts are at the right of their lines").toEqual(ends.map(() => 0));
    expect(ends.length).toBeGreaterThan(0);
  });
});
