import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { browserOf } from "#slices/login/testing/login.harness.ts";
import { appsPage } from "./apps-routes.ts";
import { newBrowser } from "./testing/browser.harness.ts";
import { authorized, authorizeUrl, givenOauth, pkce } from "./testing/oauth.harness.ts";

const GERMAN = { "accept-language": "de-AT, en;q=0.5" };

onDatabase("the language of a login at an application", (database) => {
  async function given() {
    const all = await givenOauth(database());
    const browser = newBrowser((url) => !url.startsWith(all.baseUrl), GERMAN);
    all.logIn(browser, all.alice);
    return { ...all, all, browser };
  }

  it("is that of the browser where the person is asked, and no English sentence is left", async () => {
    const { all, browser, alice } = await given();
    for (const scope of ["user wallet", "openid", "openid email profile wallet"]) {
      const page = await browser.open(authorizeUrl(all, pkce().challenge, { scope }));
      expect(page.html).toContain('<html lang="de">');
      expect(page.html).toContain("<h1>Bei <bdi>Example shop</bdi> anmelden?</h1>");
      expect(page.html).toContain(`Du bist <strong><bdi>${alice.gamertag}</bdi></strong>`);
      expect(englishIn(page.html)).toEqual([]);
    }
  });

  it("is that of the browser where a request is wrong, but for what its makers have to know", async () => {
    const { all, browser } = await given();
    const page = await browser.open(authorizeUrl(all, pkce().challenge, { redirect_uri: "https://evil.example/" }));
    expect(page.status).toBe(400);
    expect(page.html).toContain("<h1>Die Anmeldung kann nicht weitergehen</h1>");
    expect(englishIn(page.html.replace(/<div class="card" lang="en">.*?<\/div>/s, ""))).toEqual([]);
  });

  it("is that of the browser where the person logs out, and afterwards", async () => {
    const { all, browser } = await given();
    const page = await browser.submit(await browser.open(authorizeUrl(all, pkce().challenge)), "consent", {
      decision: "allow",
    });
    expect(page.url).toContain("code=");
    const asks = await browser.open(`${all.baseUrl}/v1/oauth2/logout`);
    expect(asks.html).toContain("<h1>Abmelden?</h1>");
    const done = await browser.submit(asks, "op.logoutForm", { logout: "yes" });
    expect(done.html).toContain("<h1>Du bist abgemeldet</h1>");
    for (const { html } of [asks, done]) expect(englishIn(html)).toEqual([]);
  });

  it("is that of the browser on the page of what was allowed", async () => {
    const { all, alice } = await given();
    const app = await sampleApp({
      routes: [
        appsPage({
          ...all,
          baseUrl: "https://leyden.example",
          findUser: async () => ({ id: alice.id, gamertag: alice.gamertag }),
          loginPath: () => "/login",
          accountNav: [],
          record: async () => undefined,
        }),
      ],
    });
    const none = await ask(app, { method: "GET", url: "/account/apps", headers: GERMAN });
    expect(none.body).toContain("Noch keine App.");
    await authorized(all, { scope: "user" }, { user: alice });
    const browser = browserOf(app, { languages: "de" });
    const { body } = await browser.get("/account/apps");
    expect(body).toContain("<h1>Verbundene Apps</h1>");
    expect(body).toContain('aria-label="Example shop trennen"');
    const gone = await browser.post("/account/apps", { app: all.clientId, decision: "disconnect" });
    expect(gone.body).toContain("Die App ist getrennt.");
    for (const page of [none.body, body, gone.body]) expect(englishIn(page)).toEqual([]);
  });
});
