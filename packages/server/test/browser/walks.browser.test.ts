import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { givenAccounts } from "#service/testing/accounts.harness.ts";
import { serveInTurns } from "#service/testing/app.harness.ts";
import { useChromium } from "#service/testing/chromium.harness.ts";
import { expectSoonReadable, germanPhone } from "#service/testing/phone.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { CALLBACK } from "#slices/oauth/testing/oauth.harness.ts";
import { newGamertag } from "#slices/users/testing/users.harness.ts";
import { givenClaimPages } from "#slices/vouchers/testing/claim-pages.harness.ts";

/** Of the way to buy, see `packages/web/test/page.browser.test.ts`. */
onDatabase("in German on a phone, by the keyboard alone", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();

  it("a person logs in to an application, and lets it read what it asks for", async () => {
    const { lead, alice, code } = await givenAccounts(database());
    const { page, enter, write, tabTo } = await germanPhone(chromium());
    // Not every Chromium asks the test where a redirect leads to.
    await page.route(`${CALLBACK}**`, (route) => route.abort());
    const arrived = page.waitForRequest((request) => request.url().startsWith(CALLBACK));
    const german = async () => expect(englishIn(await page.content()), page.url()).toEqual([]);
    await page.goto(lead());
    await page.getByRole("heading", { name: "Anmelden oder Konto anlegen" }).waitFor();
    await german();
    await write("E-Mail-Adresse", alice.email);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sieh in deine E-Mails" }).waitFor();
    await german();
    await write("Code", await code());
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Bei Example shop anmelden?" }).waitFor();
    await german();
    await tabTo("Nicht erlauben");
    await enter("Erlauben");
    const { searchParams } = new URL((await arrived).url());
    expect([...searchParams.keys()]).toContain("code");
  });

  it("a person opens a link with money, signs up, and has the money", async () => {
    const { link, issue, baseUrl, login, userOf } = await given();
    const { page, enter, write } = await germanPhone(chromium());
    const german = async () => expect(englishIn(await page.content()), page.url()).toEqual([]);
    const gamertag = newGamertag("Ann");
    const email = `${gamertag.toLowerCase()}@example.com`;
    await page.goto(link((await issue()).token));
    await page.getByRole("heading", { name: "1.000 sat für dich" }).waitFor();
    await enter("Deinem Konto hier gutschreiben");
    await page.waitForURL(`${baseUrl}/login?next=%2Fclaim`);
    await write("E-Mail-Adresse", email);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sieh in deine E-Mails" }).waitFor();
    await write("Code", await login.codeTo(email));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Wähle einen Gamertag" }).waitFor();
    await german();
    await write("Gamertag", gamertag);
    await page.keyboard.press("Enter");
    await page.getByText(`Du bist als ${gamertag} angemeldet.`).waitFor();
    await enter("Deinem Konto hier gutschreiben");
    await page.getByRole("heading", { name: "1.000 sat auf deinem Konto" }).waitFor();
    await german();
    expect(await (await userOf(email)).balance()).toBe(1_000_000n);
  });

  it("on a line of 50 kB/s the first second brings something to read", async () => {
    const { link, issue, baseUrl } = await given();
    const { page } = await germanPhone(chromium());
    const title = page.getByRole("heading", { name: "Anmelden oder Konto anlegen" });
    await expectSoonReadable(page, () => page.goto(`${baseUrl}/login`), title);
    const { token } = await issue();
    await expectSoonReadable(
      page,
      () => page.goto(link(token)),
      page.getByRole("heading", { name: "1.000 sat für dich" }),
    );
  });

  async function given() {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const all = await givenClaimPages(database(), { baseUrl });
    await serveNext(all.app, { port });
    return { ...all, baseUrl, link: (token: string) => `${baseUrl}/claim#${token}` };
  }
});
