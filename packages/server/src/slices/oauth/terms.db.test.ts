import { expect, it } from "vitest";
import { PLAIN } from "#kernel/branding.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { listAcceptedTerms } from "#users";
import { authorizeUrl, codeIn, pkce } from "./testing/oauth.harness.ts";
import { codeTo, givenService } from "./testing/service.harness.ts";

const branding = { ...PLAIN, terms: "https://shop.example/terms", termsVersion: "2" };

onDatabase("the terms of the service, at a login for an application", (database) => {
  async function loggedIn() {
    const service = await givenService(database(), { branding });
    const { alice } = service;
    const browser = service.browser();
    const first = await browser.open(authorizeUrl(service, pkce().challenge));
    const code = await browser.submit(first, "login", { email: alice.email });
    const page = await browser.submit(code, "login", { code: await codeTo(database(), alice.email) });
    const versions = async () => (await listAcceptedTerms(database().db, alice.id)).map(({ version }) => version);
    return { service, browser, page, alice, versions };
  }

  it("are accepted before the application is named, and it gets nothing until then", async () => {
    const { browser, page, service, versions } = await loggedIn();
    expect(page.html).toContain("<h1>Terms of the service</h1>");
    const again = await browser.open(authorizeUrl(service, pkce().challenge));
    expect([new URL(again.url).pathname, await versions()]).toEqual(["/terms", []]);

    const consent = await browser.submit(page, "terms", {});

    expect(await versions()).toEqual(["2"]);
    expect(consent.html).toContain('id="consent"');
    expect(codeIn(await browser.submit(consent, "consent", { decision: "allow" }))).not.toBe("");
  });

  it("stop a consent page that was open when they changed, and let it be refused all the same", async () => {
    const { browser, page, alice } = await loggedIn();
    const consent = await browser.submit(page, "terms", {});
    await database().admin.query(sql`update users.terms_accepted set version = '1' where user_id = ${alice.id}`);

    const stopped = await browser.submit(consent, "consent", { decision: "allow" });

    expect(stopped.html).toContain("<h1>The terms have changed</h1>");
    const denied = await browser.submit(consent, "consent", { decision: "deny" });
    expect(new URL(denied.url).searchParams.get("error")).toBe("access_denied");
  });
});
