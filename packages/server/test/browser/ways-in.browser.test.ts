import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { serveInTurns } from "#service/testing/app.harness.ts";
import { expectGoodPage, problemsOf, useChromium } from "#service/testing/chromium.harness.ts";
import { ACCOUNT_PAGES } from "#slices/login/pages.ts";
import { browserOf, createLoginWorld } from "#slices/login/testing/login.harness.ts";
import { softwareWallet } from "#slices/login/testing/wallet.harness.ts";
import { createWaysIn, SECURITY } from "#slices/login/testing/ways-in.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";

/** The browser of a page, for what needs no look. */
async function sameBrowser(app: Api, page: Page) {
  const { name, value } = (await page.context().cookies())[0] ?? { name: "", value: "" };
  return browserOf(app, { secret: value, cookieName: name });
}

onDatabase("ways to log in, in a real browser", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();

  /** A user, and a page of a browser. `host`: passkeys need a name, and this one leads to this machine. */
  async function given({ host = "localhost", ...options }: { host?: string; javaScriptEnabled?: boolean } = {}) {
    const port = await freePort();
    const url = `http://${host}:${port}`;
    const world = createLoginWorld(database(), { baseUrl: url, accountNav: Object.values(ACCOUNT_PAGES) });
    const app = await world.app();
    await serveNext(app, { port, baseUrl: url });
    const page = await chromium().newPage(options);
    page.on("dialog", () => expect.unreachable("a page opened a dialog"));
    const errors = problemsOf(page);
    const alice = await givenUser(database(), { emailIsVerified: true });
    const continueLogin = () => page.click("button[value=continue]");

    async function logIn() {
      await page.goto(`${url}/login`);
      await page.fill("input[name=email]", alice.email);
      await continueLogin();
      await page.fill("input[name=code]", await world.codeTo(alice.email));
      await continueLogin();
    }
    const logOut = async () => {
      await page.getByRole("button", { name: "Log out", exact: true }).click();
      await page.waitForURL(`${url}/login`);
    };
    return { url, world, app, page, errors, alice, logIn, logOut, ways: createWaysIn(world, app) };
  }

  /** A device with a finger on it (WebAuthn, section 11). */
  async function withAuthenticator(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const verified = (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    /** The person is there when the browser asks. */
    const present = (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    return { verified, present };
  }

  it("a person adds a passkey, logs out, logs in with it, removes it, and then it does nothing", async () => {
    const { url, page, errors, logIn, logOut } = await given();
    const { present } = await withAuthenticator(page);
    await logIn();
    await page.goto(url + SECURITY);
    await page.getByRole("link", { name: "Add a passkey" }).click();
    await page.fill("input[name=name]", "My laptop");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("The passkey was added.").waitFor();
    expect(await page.locator("main").innerText()).toContain("My laptop");

    await page.goto(`${url}${SECURITY}/passkey`);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("This device has a passkey for your account already.").waitFor();

    await present(false); // else it would answer the page of the address already
    await logOut();
    await page.getByRole("link", { name: "a passkey" }).click();
    await present(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(`${url}/account`);

    await page.goto(url + SECURITY);
    expect(await page.locator("main").innerText()).toContain("Last used");
    await page.getByRole("button", { name: "Remove the passkey My laptop" }).click();
    await page.getByText("The passkey was removed.").waitFor();
    await present(false); // else it would answer the page of the address already
    await logOut();
    await page.getByRole("link", { name: "a passkey" }).click();
    await present(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("This passkey was not taken.").waitFor();
    // The last answer is a 400, which Chromium logs.
    expect(errors).toEqual([expect.stringContaining("400")]);
  });

  it("a person logs in with a passkey that the browser offers below the field of the address", async () => {
    const { url, page, errors, logIn, logOut } = await given();
    const { present } = await withAuthenticator(page);
    await logIn();
    await page.goto(`${url}${SECURITY}/passkey`);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("The passkey was added.").waitFor();
    await present(false);
    await logOut();
    await page.locator('input[name=email][autocomplete="email webauthn"]').waitFor();
    expect(page.url()).toBe(`${url}/login`);
    await present(true);
    await page.reload();
    await page.waitForURL(`${url}/account`);
    expect(errors).toEqual([]);
  });

  it("a passkey whose device asks for no finger or PIN is not used", async () => {
    const { url, page, logIn } = await given();
    const { verified } = await withAuthenticator(page);
    await logIn();
    await page.goto(`${url}${SECURITY}/passkey`);
    await verified(false);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("No passkey was used.").waitFor();
    await verified(true);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("The passkey was added.").waitFor();
  });

  it("a person sets up an app, a password and a wallet and logs in with each, without a script", async () => {
    const { url, world, page, app, ways, alice, logIn, logOut } = await given({ javaScriptEnabled: false });
    await logIn();
    await page.goto(`${url}${SECURITY}/password`);
    await page.fill("input[name=password]", "correct horse battery");
    await page.getByRole("button", { name: "Set a password" }).click();
    await page.getByText("Your password was set.").waitFor();
    const wallet = softwareWallet();
    await page.goto(`${url}${SECURITY}/wallet`);
    await ways.sign(wallet, await page.content());
    await page.getByRole("button", { name: "I have signed" }).click();
    await page.getByText("The wallet was added.").waitFor();
    await page.goto(`${url}${SECURITY}/passkey`);
    await page.getByText("Passkeys need a script").waitFor();
    await logOut();

    await page.getByRole("link", { name: "a Lightning wallet" }).click();
    await ways.sign(wallet, await page.content());
    await page.getByRole("button", { name: "I have signed" }).click();
    await page.waitForURL(`${url}/account`);
    const { code } = await ways.setUpApp(await sameBrowser(app, page));
    await logOut();

    await page.getByRole("link", { name: "your password" }).click();
    await page.fill("input[name=email]", alice.email);
    await page.fill("input[name=password]", "correct horse battery");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.fill("input[name=code]", code());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${url}/account`);
    expect(world.lines.join("\n")).not.toContain("correct horse");
  });

  it("every page looks finished at 1280 and 390 pixels, light and dark, without a finding of axe", async () => {
    const { url, world, page, app, ways, alice, logIn, logOut } = await given();
    for (const way of ["passkey", "password", "wallet"]) {
      await page.goto(`${url}/login?with=${way}`);
      await expectGoodPage(page, `login-${way}`);
    }
    await logIn();
    await page.goto(url + SECURITY);
    await expectGoodPage(page, "security-empty");
    for (const add of ["passkey", "app", "password", "wallet"]) {
      await page.goto(`${url}${SECURITY}/${add}`);
      await expectGoodPage(page, `security-${add}`);
    }
    await page.goto(`${url}${SECURITY}/app`);
    await page.fill("input[name=code]", "000000");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("alert").waitFor();
    await expectGoodPage(page, "security-app-wrong");
    await withAuthenticator(page);
    await page.goto(`${url}${SECURITY}/passkey`);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("The passkey was added.").waitFor();
    const own = await sameBrowser(app, page);
    await own.post(`${SECURITY}/password`, { password: "correct horse battery" });
    const { wallet } = await ways.addWallet(own, { name: `A wallet with a long name ${"w".repeat(14)}` });
    await page.goto(`${url}${SECURITY}/wallet`);
    await ways.sign(softwareWallet(), await page.content());
    await page.reload();
    await expectGoodPage(page, "security-wallet-signed");
    const { code } = await ways.setUpApp(own);
    await page.goto(`${url}${SECURITY}/codes`);
    await expectGoodPage(page, "security-new-codes");
    await page.getByRole("button", { name: "Make new codes" }).click();
    await page.getByText("never again").waitFor();
    await expectGoodPage(page, "security-codes");
    await page.goto(url + SECURITY);
    await expectGoodPage(page, "security-all");
    await logOut();

    await logIn();
    await page.getByText("One more step").first().waitFor();
    await expectGoodPage(page, "second-app");
    await page.goto(`${url}/login?with=recovery`);
    await expectGoodPage(page, "second-recovery");
    await page.goto(`${url}/login?with=passkey`);
    await expectGoodPage(page, "second-passkey");
    await page.goto(`${url}/login?with=totp`);
    await page.fill("input[name=code]", code());
    await page.click("button[value=continue]");
    await page.waitForURL(`${url}/account`);
    await page.goto(url + SECURITY);
    await page.getByRole("button", { name: "Remove the authenticator app" }).click();
    await page.getByText("were removed").waitFor();
    await expectGoodPage(page, "security-removed");
    await logOut();

    await page.goto(`${url}/login?with=wallet`);
    await ways.sign(wallet, await page.content(), "198.51.100.9");
    await page.getByRole("button", { name: "I have signed" }).click();
    await page.getByText("another network").waitFor();
    await expectGoodPage(page, "second-email");
    await page.getByRole("button", { name: "Send a code" }).click();
    await page.locator("input[name=code]").waitFor();
    await expectGoodPage(page, "second-email-code");
    await page.fill("input[name=code]", await world.codeTo(alice.email));
    await page.click("button[value=continue]");
    await page.waitForURL(`${url}/account`);
  }, 180_000);

  it("an address without a name has no passkeys, and says so", async () => {
    const { url, page, logIn } = await given({ host: "127.0.0.1" });
    await page.goto(`${url}/login?with=passkey`);
    expect(await page.getByRole("link", { name: "a passkey" }).count()).toBe(0);
    expect(await page.locator("script").count()).toBe(0);
    await logIn();
    await page.goto(url + SECURITY);
    await page.getByText("only for sites with https and a name").waitFor();
  });
});
