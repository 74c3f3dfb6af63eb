import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { changeApp } from "./apps/change-app.ts";
import {
  askToken,
  authorized,
  authorizeUrl,
  CALLBACK,
  exchange,
  givenOauth,
  pkce,
  refresh,
} from "./testing/oauth.harness.ts";

onDatabase("logging in through an application", (database) => {
  it("asks the user once, and answers the application with a code, its state and who answers", async () => {
    const given = await givenOauth(database());
    const browser = given.browser();
    given.logIn(browser, given.alice);
    const page = await browser.open(authorizeUrl(given, pkce().challenge));
    expect(page.status).toBe(200);
    expect(page.html).toContain("Example shop");
    expect(page.html).toContain(given.alice.gamertag);

    const end = await browser.submit(page, "consent", { decision: "allow" });
    const back = new URL(end.url);
    expect(end.url.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(back.searchParams.get("state")).toBe("a state");
    expect(back.searchParams.get("iss")).toBe(given.baseUrl);
    expect(back.searchParams.get("code")).toHaveLength(36);

    const again = await browser.open(authorizeUrl(given, pkce().challenge));
    expect(again.url.startsWith(`${CALLBACK}?code=`)).toBe(true);
  });

  it("shows the logo of the application, and no page of ours shows one from anywhere else", async () => {
    const given = await givenOauth(database());
    const browser = given.browser();
    given.logIn(browser, given.alice);
    const plain = await browser.open(authorizeUrl(given, pkce().challenge));
    const images = (html: string) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src);
    expect(images(plain.html)).toEqual(["/branding/logo"]);
    expect(plain.headers.get("content-security-policy")).toContain("img-src 'self';");
    await changeApp(given, given.app, { logoUrl: "https://cdn.example/logo.png" });
    const shown = await browser.open(authorizeUrl(given, pkce().challenge));
    expect(images(shown.html)).toEqual(["/branding/logo", "https://cdn.example/logo.png", "/branding/logo"]);
    expect(shown.headers.get("content-security-policy")).toContain("img-src 'self' https://cdn.example;");
  });

  it("gives tokens for the code, in both ways of writing", async () => {
    const given = await givenOauth(database());
    const { status, headers, body } = await askToken(given, exchange(given, await authorized(given)));
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{36}$/),
      refreshToken: expect.stringMatching(/^[A-Za-z0-9_-]{36}$/),
      tokenType: "Bearer",
      expiresIn: 3_600,
      access_token: body["accessToken"],
      refresh_token: body["refreshToken"],
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token_expires_in: 90 * 86_400,
      scope: "user wallet",
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  it("gives other tokens for a refresh token", async () => {
    const given = await givenOauth(database());
    const first = await askToken(given, exchange(given, await authorized(given)));
    const second = await askToken(given, refresh(given, first.body["refreshToken"]));
    expect(second.status).toBe(200);
    expect(second.body["refreshToken"]).not.toBe(first.body["refreshToken"]);
    expect(second.body["accessToken"]).not.toBe(first.body["accessToken"]);
    expect(second.body["scope"]).toBe("user wallet");
  });
});
