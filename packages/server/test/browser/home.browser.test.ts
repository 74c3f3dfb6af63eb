import { describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import type { Api } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { openFrontDoor } from "#service/front-door.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { expectGoodPage, SIZES_DOWN_TO_320, useChromium } from "#service/testing/chromium.harness.ts";

const DEMO = { name: "Demo shop", about: "A game that sells bitcoin in the widget; its cards are made up" };
const ALICE = { gamertag: "alice", email: "alice@example.com", lnAddress: "alice@127.0.0.1:8080" };

function demo(api: Api): void {
  const listed = { kind: "development", ...DEMO, isOpen: () => true } as const;
  api.get("/dev/ramp", { config: { access: "public", listed }, schema: { hide: true } }, async () => "the shop");
}

describe("the page at / in a real browser", () => {
  const chromium = useChromium();

  it.each([
    ["of development", { users: [ALICE] }, "What runs here"],
    ["for everybody", undefined, "Leyden"],
  ])(
    "looks finished %s at 1280, 390 and 320 pixels, light and dark, and each link leads somewhere",
    async (...given) => {
      const [kind, development, title] = given;
      const service = await serve(await sampleApp({ routes: [demo], development: () => development }));
      const page = await chromium().newPage();
      await page.goto(`http://127.0.0.1:${service.port}/`);
      expect(await page.locator("h1").innerText()).toBe(title);
      await expectGoodPage(page, `home-${kind.replaceAll(" ", "-")}`, SIZES_DOWN_TO_320);
      const links = await page
        .locator("main a")
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      expect(links.some((link) => link.endsWith("/dev/ramp"))).toBe(development !== undefined);
      for (const link of links) expect((await fetch(link)).status, link).toBe(200);
      await page.close();
      await service.close();
    },
  );

  it("is one that looks again by itself while the service starts, and looks finished", async () => {
    const log = createLog({ level: "silent", pretty: false });
    const config = readConfig({ LEYDEN_PORT: "0", LEYDEN_SERVICE_NAME: "Nordpay & Söhne" });
    const door = await openFrontDoor({ clock: machineClock, random: machineRandom(), log }, config, () => []);
    const page = await chromium().newPage();
    await page.goto(`${door.url}/account`);
    expect(await page.locator("main").innerText()).toMatch(/^Nordpay & Söhne\s+One moment/);
    await page.waitForResponse(`${door.url}/account`); // the second one
    await expectGoodPage(page, "restarting", SIZES_DOWN_TO_320);
    await page.close();
    await door.leave();
  });
});
