import { expect, it } from "vitest";
import { blockUser, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { newGamertag } from "#slices/users/testing/users.harness.ts";
import type { Browser } from "../testing/browser.harness.ts";
import { askToken, authorizeUrl, codeIn, exchange, pkce, profileStatus, refresh } from "../testing/oauth.harness.ts";
import { codeTo, givenService, logInBy, type Service } from "../testing/service.harness.ts";

const errorIn = (url: string) => new URL(url).searchParams.get("error");

onDatabase("who is to be out", (database) => {
  /** A browser that is logged in, and what an application holds by it. */
  async function given() {
    const service = await givenService(database());
    const browser = service.browser();
    const tokens = await tokensBy(service, browser);
    return { service, browser, tokens };
  }

  async function tokensBy(service: Service, browser: Browser) {
    const { verifier, challenge } = pkce();
    const asked = authorizeUrl(service, challenge, { scope: "user offline_access", prompt: "consent" });
    const end = await logInBy(service, browser, asked, service.alice);
    const { body } = await askToken(service, exchange(service, { code: codeIn(end), verifier }));
    return { access: body["access_token"] ?? "", refresh: body["refresh_token"] ?? "" };
  }

  async function isActive({ baseUrl, clientId, clientSecret }: Service, token: string): Promise<unknown> {
    const answer = await fetch(`${baseUrl}/v1/oauth2/introspect`, {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token }),
    });
    return ((await answer.json()) as { active: unknown }).active;
  }

  const isIn = async ({ baseUrl }: Service, browser: Browser) =>
    (await browser.open(`${baseUrl}/account`)).url.endsWith("/account");
  const refreshed = async (service: Service, token: string) =>
    (await askToken(service, refresh(service, token))).status;

  it("is a user who is blocked: an application gets no answer but that a login is needed", async () => {
    const { service, browser } = await given();
    await blockUser(service.machine, service.alice.id);
    const url = (asked = {}) => authorizeUrl(service, pkce().challenge, asked);
    expect(errorIn((await browser.open(url({ prompt: "none" }))).url)).toBe("login_required");
    const page = await browser.open(url());
    expect([page.status, page.html.includes('id="login"')]).toEqual([200, true]);
  });

  it("is a user whose block comes while a session is there, as one whose login was finished at the same moment", async () => {
    const { service, browser } = await given();
    await service.database.admin.query(sql`
      update users.user set blocked_at = now() where id = ${service.alice.id}`);
    const url = (asked = {}) => authorizeUrl(service, pkce().challenge, asked);
    expect(errorIn((await browser.open(url({ prompt: "none" }))).url)).toBe("login_required");
    expect((await browser.open(url())).status).toBe(200);
    await unblockUser(service.machine, service.alice.id);
    expect(await isIn(service, browser)).toBe(false);
  });

  it("is who has a token or a session from before a block, also after it", async () => {
    const { service, browser, tokens } = await given();
    expect(await isActive(service, tokens.access)).toBe(true);
    await blockUser(service.machine, service.alice.id);
    expect(await isActive(service, tokens.access)).toBe(false);
    expect(await isActive(service, tokens.refresh)).toBe(false);
    await unblockUser(service.machine, service.alice.id);
    expect(await isActive(service, tokens.access)).toBe(false);
    expect(await profileStatus(service, tokens.access)).toBe(401);
    expect(await refreshed(service, tokens.refresh)).toBe(400);
    expect(await isIn(service, browser)).toBe(false);
    const again = await tokensBy(service, browser);
    expect(await profileStatus(service, again.access)).toBe(200);
  });

  it("is who came in by the mailbox that the user has left: session, refresh token and known browser", async () => {
    const { service, browser: thief, tokens } = await given();
    const owner = service.browser();
    await logInBy(service, owner, authorizeUrl(service, pkce().challenge), service.alice);
    expect(await isIn(service, thief)).toBe(true);

    const email = `${newGamertag("new")}@example.com`;
    const page = await owner.open(`${service.baseUrl}/account/email`);
    expect(page.html).toContain("You are logged out everywhere else then, and apps have to ask for a login again.");
    const asked = await owner.submit(page, "change-email", { email });
    const done = await owner.submit(asked, "change-email", { code: await codeTo(service.database, email) });
    expect(done.html).toContain(`Your address is ${email} now. You are logged out everywhere else, and apps`);

    expect([await isIn(service, owner), await isIn(service, thief)]).toEqual([true, false]);
    expect(await isActive(service, tokens.access)).toBe(false);
    expect(await refreshed(service, tokens.refresh)).toBe(400);
    const known = await service.database.admin.query(sql`
      select 1 from login.known_browser where user_id = ${service.alice.id}`);
    expect(known).toHaveLength(1);
    await logInBy(service, owner, authorizeUrl(service, pkce().challenge), { email });
  });
});
