import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { givenAccounts } from "#service/testing/accounts.harness.ts";
import { CALLBACK, codeIn } from "#slices/oauth/testing/oauth.harness.ts";

onDatabase("an application that asks for a new login", (database) => {
  it.each([{ prompt: "login" }, { max_age: "0", scope: "openid user" }])(
    "gets a code after one more login, and not before: %j",
    async (asked) => {
      const { browser, url, logIn, alice, lead } = await givenAccounts(database());
      await logIn(await browser.open(`${url}/login`));
      const usual = await browser.open(lead());
      const allowed = await browser.submit(usual, "consent", { decision: "allow" });
      expect(codeIn(allowed)).not.toBe("");
      expect(codeIn(await browser.open(lead()))).not.toBe("");
      // The application's question names the second in which it was asked, and the login must not be of the second
      // before.
      await machineClock.sleep(1_100);

      const again = await browser.open(lead(asked));
      expect(again.url).toMatch(/\/login\?next=%2Flogin%2F[\w-]{43}&since=\d{13}$/);
      expect(again.html).toContain("asks for a new login");
      expect(again.html).toContain(alice.email);
      expect((await browser.open(again.url)).html).toContain('id="login"');

      const end = await logIn(again);
      const code = codeIn(
        end.html.includes('id="consent"') ? await browser.submit(end, "consent", { decision: "allow" }) : end,
      );
      expect([end.url.startsWith(CALLBACK) || end.html.includes('id="consent"'), code]).toEqual([
        true,
        expect.stringMatching(/.{20}/),
      ]);
    },
  );
});
