import { expect, it } from "vitest";
import { onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { browserOf } from "#slices/login/testing/login.harness.ts";
import { createWaysIn, SECURITY } from "#slices/login/testing/ways-in.harness.ts";
import { givenAccounts } from "./accounts.harness.ts";

onNewestDatabase("the accounts of the service", (database) => {
  it("have an authenticator app that is asked for, in the account's navigation and in the export", async () => {
    const { app, browser, url, logIn, alice } = await givenAccounts(database());
    const account = await logIn(await browser.open(`${url}/login`));
    expect(account.html).toContain(`href="${SECURITY}"`);
    const [{ value: secret = "" } = {}] = browser.cookies();
    const own = browserOf(app, { secret, cookieName: "leyden" });
    const clock = { now: machineClock.now, advance: () => undefined };
    const { code } = await createWaysIn({ clock }, app).setUpApp(own);

    const exported = await own.post("/account/export", {});
    expect(exported.json()).toMatchObject({
      wallet: { names: expect.any(Array) },
      factors: { passkeys: [], totp: { recoveryCodes: 10 } },
    });
    await own.post("/logout", {});
    browser.take([]);
    const second = await logIn(await browser.open(`${url}/login`));
    expect([new URL(second.url).pathname, second.html.includes("One more step")]).toEqual(["/login", true]);
    // The code of the present step was used to set the app up.
    const done = await browser.submit(second, "login", { code: code(1) });
    expect([new URL(done.url).pathname, done.html.includes(alice.gamertag)]).toEqual(["/account", true]);
  });
});
