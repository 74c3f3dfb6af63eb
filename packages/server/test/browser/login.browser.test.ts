import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { serveInTurns } from "#service/testing/app.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";
import { ACCOUNT_PAGES } from "#slices/login/pages.ts";
import { createLoginWorld } from "#slices/login/testing/login.harness.ts";
import { newGamertag } from "#slices/users/testing/users.harness.ts";

/** Of a user who has just logged in. */
const PAGES = {
  profile: "/account",
  sessions: "/account/sessions",
  email: "/account/email",
  close: "/account/close",
} as const;

onDatabase("in a real browser", (database) => {
  const chromium = useChromium();
  const serveNext = serveInTurns();
  let url = "";
  let world: ReturnType<typeof createLoginWorld>;

  async function given(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    world = createLoginWorld(database(), { baseUrl: url, accountNav: Object.values(ACCOUNT_PAGES) });
    await serveNext(await world.app(), { port });
    const page = await chromium().newPage(options);
    page.on("dialog", () => expect.unreachable("a page opened a dialog"));
    return page;
  }

  it("a person signs up, looks at the sessions and logs out, without a script and with the keyboard alone", async () => {
    const page = await given({ javaScriptEnabled: false });
    const email = `${newGamertag("ann")}@example.com`;
    const gamertag = newGamertag("Ann");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** The page focuses its field when it is first rendered, which can be after it has loaded. */
    const focused = (name: string) => page.locator(`input[name=${name}]:focus`).waitFor();
    await page.goto(`${url}/account`);
    await focused("email");
    await page.keyboard.type(email);
    await press("Enter");
    await page.waitForURL(/login/);
    await focused("code");
    await page.keyboard.type(await world.codeTo(email));
    await press("Enter");
    await focused("gamertag");
    await press("Control+A");
    await page.keyboard.type(gamertag);
    await press("Enter");
    await page.waitForURL(`${url}/account`);
    expect(await page.getByRole("textbox", { name: "Lightning address" }).inputValue()).toBe(
      `${gamertag.toLowerCase()}@${new URL(url).host}`,
    );
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0); // it needs a script
    await page.getByRole("link", { name: "Sessions" }).press("Enter");
    await page.getByText("this browser").waitFor();
    await page.getByRole("button", { name: "Log out", exact: true }).press("Enter");
    await page.waitForURL(`${url}/login`);
    await page.goto(`${url}/account`);
    expect(page.url()).toContain("/login");
  });

  it("every page looks finished at 1280 and 390 pixels, light and dark, without a finding of axe", async () => {
    const page = await given();
    const email = `${newGamertag("bea")}@example.com`;
    await page.goto(`${url}/login`);
    await expectGoodPage(page, "login");
    await page.fill("input[name=email]", email);
    await page.click("button[value=continue]");
    await page.locator("input[name=code]").waitFor();
    await expectGoodPage(page, "code");
    await page.fill("input[name=code]", "000000");
    await page.click("button[value=continue]");
    await page.getByRole("alert").waitFor();
    await expectGoodPage(page, "code-wrong");
    await page.fill("input[name=code]", await world.codeTo(email));
    await page.click("button[value=continue]");
    await page.locator("input[name=gamertag]").waitFor();
    await expectGoodPage(page, "gamertag");
    await page.fill("input[name=gamertag]", newGamertag("Bea"));
    await page.click("button[value=continue]");
    await page.waitForURL(`${url}/account`);
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(url + path);
      await expectGoodPage(page, name, SIZES_DOWN_TO_320);
    }
    await page.goto(`${url}/account`);
    await page.fill("input[name=image]", "ftp://example.com");
    await page.click("button[value=profile]");
    await page.getByRole("alert").waitFor();
    await expectGoodPage(page, "profile-wrong");
    await page.goto(`${url}/account/email`);
    await page.fill("input[name=email]", `new-${email}`);
    await page.click("button[value=continue]");
    await page.locator("input[name=code]").waitFor();
    await expectGoodPage(page, "email-code");
    await page.goto(`${url}/login?next=%2Faccount%2Femail&since=${"x".repeat(21)}`);
    await expectGoodPage(page, "failure");
    world.clock.advance(11 * 60_000);
    await page.goto(`${url}/account/close`);
    await expectGoodPage(page, "login-again");
  });

  it("a person copies the own Lightning address, or shows its code", async () => {
    const page = await given();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const gamertag = newGamertag("cia");
    const email = `${gamertag}@example.com`;
    await page.goto(`${url}/login`);
    await page.fill("input[name=email]", email);
    await page.click("button[value=continue]");
    await page.fill("input[name=code]", await world.codeTo(email));
    await page.click("button[value=continue]");
    await page.fill("input[name=gamertag]", gamertag);
    await page.click("button[value=continue]");
    await page.waitForURL(`${url}/account`);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${gamertag}@${new URL(url).host}`);
    await page.getByText("QR code for a Lightning wallet").click();
    await page.getByRole("img", { name: "QR code for a Lightning wallet" }).waitFor();
    await expectGoodPage(page, "profile-code", SIZES_DOWN_TO_320);
  });

  it("a page of another site cannot send a form, nor show a page in a frame", async () => {
    const page = await given();
    const email = `${newGamertag("eve")}@example.com`;
    await page.goto(`${url}/login`);
    await page.fill("input[name=email]", email);
    await page.click("button[value=continue]");
    await page.fill("input[name=code]", await world.codeTo(email));
    await page.click("button[value=continue]");
    await page.fill("input[name=gamertag]", newGamertag("Eve"));
    await page.click("button[value=continue]");
    await page.waitForURL(`${url}/account`);
    await page.route("http://evil.example/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${url}/logout"><button>x</button></form><iframe src="${url}/account"></iframe>`,
      }),
    );
    await page.goto("http://evil.example/");
    for (const frame of page.frames().slice(1)) expect(await frame.content()).not.toContain("Lightning address");
    await page.click("button");
    await page.getByText("This did not work").waitFor();
    await page.goto(`${url}/account`);
    expect(page.url()).toBe(`${url}/account`);
  });
});
