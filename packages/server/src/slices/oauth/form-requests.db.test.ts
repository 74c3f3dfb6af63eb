import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { authorizeUrl, CALLBACK, givenOauth, pkce } from "./testing/oauth.harness.ts";
import { sendRaw } from "./testing/raw.harness.ts";

const FORM = "application/x-www-form-urlencoded";

/** OpenID Connect Core, section 3.1.2.1; OpenID Connect RP-Initiated Logout, section 2. */
onDatabase("a form that a site has the browser send", (database) => {
  async function given() {
    const oauth = await givenOauth(database());
    const send = (target: string, body: string, headers = {}) =>
      sendRaw(oauth, { target, method: "POST", headers: { "content-type": FORM, ...headers }, body });
    return { oauth, send };
  }

  it.each(["v1", "v0"])(
    "asks for a login at /%s/oauth2/authorize as an address does, with the browser's login",
    async (v) => {
      const { oauth, send } = await given();
      const asked = new URL(authorizeUrl(oauth, pkce().challenge)).searchParams;
      // As from another site: the browser sends no cookie.
      const { status, headers } = await send(`/${v}/oauth2/authorize`, String(asked), {
        origin: "https://app.example",
      });
      expect([status, headers.location]).toEqual([303, `/v1/oauth2/authorize?${asked}`]);
      const browser = oauth.browser();
      oauth.logIn(browser, oauth.alice);
      const page = await browser.open(`${oauth.baseUrl}${headers.location}`);
      const end = await browser.submit(page, "consent", { decision: "allow" });
      expect(end.url.startsWith(`${CALLBACK}?code=`)).toBe(true);
    },
  );

  it("asks for a logout at /v1/oauth2/logout", async () => {
    const { oauth, send } = await given();
    const { status, headers } = await send("/v1/oauth2/logout", `client_id=${oauth.clientId}&state=a%26b`);
    expect([status, headers.location]).toEqual([303, `/v1/oauth2/logout?client_id=${oauth.clientId}&state=a%26b`]);
  });

  it("leads nowhere else, and not to an address that is too long", async () => {
    const { send } = await given();
    const odd = await send("/v1/oauth2/authorize?x=//evil.example", "y=%0d%0aSet-Cookie:a=b");
    expect(odd.headers.location).toBe("/v1/oauth2/authorize?x=%2F%2Fevil.example&y=%0D%0ASet-Cookie%3Aa%3Db");
    expect(odd.headers["set-cookie"]).toBeUndefined();
    const long = await send("/v1/oauth2/authorize", `state=${"x".repeat(8_000)}`);
    expect([long.status, long.headers.location]).toEqual([400, undefined]);
    expect((await send("/v1/oauth2/authorize", "state=%00")).status).toBe(400);
    expect((await send("/v1/oauth2/authorize", "x", { "content-type": "text/plain" })).status).toBe(415);
  });
});
