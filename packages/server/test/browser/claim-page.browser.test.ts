import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { serveInTurns } from "#service/testing/app.harness.ts";
import { expectGoodPage, problemsOf, useChromium } from "#service/testing/chromium.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { newGamertag } from "#slices/users/testing/users.harness.ts";
import { givenClaimPages } from "#slices/vouchers/testing/claim-pages.harness.ts";
import { setUserLimits } from "#users";

const TAKE = "Add it to your account here";

onDatabase("the claim page in a real browser", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();

  async function given() {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const all = await givenClaimPages(database(), { baseUrl });
    await serveNext(all.app, { port });
    const page = await (await chromium().newContext()).newPage();
    const asked: { readonly method: string; readonly url: string; readonly headers: Record<string, string> }[] = [];
    page.on("request", (request) => {
      asked.push({ method: request.method(), url: request.url(), headers: request.headers() });
    });
    const problems = problemsOf(page);
    return {
      ...all,
      baseUrl,
      page,
      asked,
      problems,
      link: (token: string) => `${baseUrl}/claim#${token}`,
      kept: () => page.evaluate<string[]>("Object.values(sessionStorage)"),
      /** The login, from its page on. A new address signs up. */
      async logIn(email: string, gamertag?: string): Promise<void> {
        await page.waitForURL(`${baseUrl}/login?next=%2Fclaim`);
        await page.fill("input[name=email]", email);
        await page.click("button[value=continue]");
        await page.fill("input[name=code]", await codeOnce(page, () => all.login.codeTo(email)));
        await page.click("button[value=continue]");
        if (gamertag === undefined) return;
        await page.fill("input[name=gamertag]", gamertag);
        await page.click("button[value=continue]");
      },
    };
  }

  it("a person without an account opens a link, signs up with a mailed code, comes back, presses once, and has the money", async () => {
    const { page, issue, link, logIn, kept, baseUrl, asked, problems, userOf, breaches } = await given();
    const { token } = await issue("voucher", { description: "Thank you for the talk" });
    await page.goto(link(token));
    await page.getByText("Any Lightning wallet can get it").waitFor();
    await expectGoodPage(page, "claim-open");
    expect(await kept()).toEqual([]); // as long as the person stays here
    const gamertag = newGamertag("Ann");
    const email = `${gamertag.toLowerCase()}@example.com`;
    await page.getByRole("link", { name: TAKE }).click();
    await page.waitForURL(/login/);
    expect(await kept()).toEqual([token]);
    await logIn(email, gamertag);
    await page.waitForURL(link(token));
    await page.getByText(`You are logged in as ${gamertag}`).waitFor();
    await expectGoodPage(page, "claim-logged-in");
    await page.getByRole("button", { name: TAKE }).press("Enter");
    await page.getByText("1,000 sat added to your account").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("1,000 sat added to your account");
    await expectGoodPage(page, "claim-yours");
    expect(await kept()).toEqual([]);
    expect(await (await userOf(email)).balance()).toBe(1_000_000n);
    await page.reload();
    await page.getByText("1,000 sat added to your account").waitFor();

    for (const { url, headers } of asked) {
      expect(url.split("#")[0]).not.toContain(token);
      expect(headers["referer"] ?? "").not.toContain(token);
    }
    const press = asked.filter(({ url }) => url === `${baseUrl}/claim/take`);
    expect(press.map(({ method }) => method)).toEqual(["POST"]);
    expect(problems).toEqual([]);
    expect(await breaches()).toEqual([]);
  });

  it("a press that takes nothing says why, and a browser that is sent elsewhere keeps the link of its tab alone", async () => {
    const all = await given();
    const { page, deps, issue, link, logIn, kept, baseUrl, userOf } = all;
    const [first, second] = [await issue(), await issue()];
    const gamertag = newGamertag("Bea");
    const email = `${gamertag.toLowerCase()}@example.com`;
    await page.goto(link(first.token));
    await page.getByRole("link", { name: TAKE }).click();
    await logIn(email, gamertag);
    await page.waitForURL(link(first.token));
    const { user, balance } = await userOf(email);

    await setUserLimits(deps, user.id, { set: { maxBalance: sats(999n) }, byLevel: [] });
    await page.getByRole("button", { name: TAKE }).click();
    const alert = page.locator("[role=alert]:visible");
    await alert.waitFor();
    expect(await alert.innerText()).toBe("Nothing was added: at its level your account may hold 999 sat more.");
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("alert");
    await expectGoodPage(page, "claim-over-max");
    await page.waitForResponse(`${baseUrl}/claim/look`);
    expect(await alert.isVisible()).toBe(true);

    // The form token belongs to a cookie that the browser does not have any more.
    await page.context().clearCookies();
    await page.getByRole("button", { name: TAKE }).click();
    await page.getByRole("link", { name: TAKE }).waitFor();
    expect(await all.stateOf(first)).toBe("open");
    expect(await kept()).toEqual([first.token]);

    // Another link in this tab is another voucher; the first one stays kept.
    await page.goto("about:blank");
    await page.goto(link(second.token));
    await page.getByRole("link", { name: TAKE }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${baseUrl}/claim`);
    await other.getByText("Unknown link").waitFor();
    await other.close();

    await page.getByRole("link", { name: TAKE }).click();
    await logIn(email);
    await page.getByRole("button", { name: TAKE }).waitFor();
    // A login that was finished while the block came.
    await database().admin.query(sql`select users.set_blocked(now(), ${user.id}, true)`);
    await page.reload();
    await page.getByText("Your account here is blocked").waitFor();
    await expectGoodPage(page, "claim-blocked");
    expect(await balance()).toBe(0n);
  });

  it("in German on a phone, by the keyboard alone: another language is chosen, and the same link is open", async () => {
    const { issue, link, baseUrl } = await given();
    const { token, voucher } = await issue();
    const phone = { locale: "de-AT", timezoneId: "Asia/Tokyo", viewport: { width: 390, height: 844 } };
    const context = await chromium().newContext(phone);
    const page = await context.newPage();
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/claim/look")) asked.push(request.url().replace(/#.*/, ""), request.postData());
    });
    await page.goto(link(token));
    await page.getByRole("heading", { name: "1.000 sat für dich" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    const there = { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
    expect(await page.locator("time").first().innerText()).toBe(
      `${new Intl.DateTimeFormat("de-AT", there).format(voucher.expiresAt)} GMT+9`,
    );
    expect(englishIn(await page.content())).toEqual([]);
    await expectGoodPage(page, "claim-german");
    await page.getByLabel("Sprache").focus();
    await page.keyboard.press("ArrowDown"); // after Deutsch comes Español
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "1000 sat para ti" }).waitFor();
    expect(page.url()).toBe(link(token));
    expect(await page.evaluate("Object.values(sessionStorage)")).toEqual([]);
    for (const said of asked) expect(said ?? "").not.toContain(token);
    expect(asked).toContain(`${baseUrl}/language`);
    await page.reload();
    await page.getByRole("heading", { name: "1000 sat para ti" }).waitFor();
    await context.close();
  });

  it("while sending is paused it says that the money is safe, and has its ways by itself when that is over", async () => {
    const { page, issue, link, problems } = await given();
    const { token } = await issue();
    await whilePaused(database(), async () => {
      await page.goto(link(token));
      await page.getByText("Sending is paused").waitFor();
      await expectGoodPage(page, "claim-paused");
      expect(await page.getByRole("link", { name: "Open in a wallet on this device" }).count()).toBe(0);
    });
    await page.getByRole("link", { name: "Open in a wallet on this device" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("without a script the page says what it needs, as before", async () => {
    const { issue, link } = await given();
    const page = await chromium().newPage({ javaScriptEnabled: false });
    await page.goto(link((await issue()).token));
    expect(await page.locator("main").innerText()).toContain("This page needs JavaScript.");
    expect(await page.getByText(TAKE).count()).toBe(0);
  });
});

/** The code of the mail, when the page asks for it. */
async function codeOnce(page: Page, code: () => Promise<string>): Promise<string> {
  await page.locator("input[name=code]").waitFor();
  return await code();
}
