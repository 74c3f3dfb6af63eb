import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { freePort } from "#platform/machine/free-port.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { BRANDED } from "#service/testing/branding.harness.ts";
import { expectGoodPage, useChromium } from "#service/testing/chromium.harness.ts";
import { devRampRoutes } from "#slices/ramp/dev-routes.ts";

const MERCHANT = "127.0.0.1:9737";
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

describe("the demo of the on-ramp in a real browser", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof serve>>;
  let page: Page;
  const created: unknown[] = [];

  beforeAll(async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    /** Refuses each session, so that no widget is needed. */
    const sessions: RoutesPlugin = (api) => {
      api.post(
        "/api/v1/ramp-widget",
        { config: { access: "public" }, schema: { hide: true } },
        async (request, reply) => {
          created.push(request.body);
          return await reply.code(400).send({ success: false, data: null, message: "That is no address." });
        },
      );
    };
    const outbound = { request: async () => ({ status: 200, headers: new Map(), body: Buffer.from("[]") }) };
    const random = { bytes: (length: number) => new Uint8Array(length) };
    const demo = devRampRoutes({
      baseUrl,
      outbound,
      random,
      merchantHost: MERCHANT,
      isDevelopment: () => true,
      demoKey: () => "key",
    });
    service = await serve(await sampleApp({ baseUrl, branding: BRANDED, routes: [sessions, demo] }), { port });
    page = await chromium().newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${baseUrl}/dev/ramp`);
  });
  afterAll(() => service?.close());

  const buy = async () => {
    created.length = 0;
    const answered = page.waitForResponse("**/session");
    await page.getByRole("button", { name: "Buy bitcoin" }).click();
    await answered;
    return created[0];
  };

  it("passes on where the bitcoin goes: the own wallet, the merchant, or what the developer types", async () => {
    const draft = {
      email: "player@example.com",
      reference_id: "level-7",
      webhook_url: expect.stringContaining(MERCHANT),
    };
    expect(await buy()).toEqual(draft);
    await page.getByLabel(`The merchant of this network: merchant@${MERCHANT}`).check();
    expect(await buy()).toEqual({ ...draft, destination: `merchant@${MERCHANT}` });
    await page.getByLabel("An address of the regtest chain").fill(` ${ADDRESS} `);
    expect(await page.getByLabel("Another address").isChecked()).toBe(true);
    expect(await buy()).toEqual({ ...draft, destination: ADDRESS });
    await page.getByLabel(`Your wallet at ${BRANDED.name}`).check();
    expect(await buy()).toEqual(draft);
  });

  it("asks for the address that is missing, shows an example, and says what the service refuses", async () => {
    await page.getByText(ADDRESS).waitFor();
    await page.getByLabel("An address of the regtest chain").fill("");
    await page.getByLabel("Another address").check();
    created.length = 0;
    await page.getByRole("button", { name: "Buy bitcoin" }).click();
    await page.waitForTimeout(200);
    expect(created).toEqual([]);
    await page.getByLabel("An address of the regtest chain").fill("nothing");
    await buy();
    await page.getByRole("status").getByText("That is no address.").waitFor();
    await page.route("**/session", (route) => route.abort());
    await page.getByRole("button", { name: "Buy bitcoin" }).click();
    await page.getByText("The game's backend does not answer.").waitFor();
    await expectGoodPage(page, "ramp-demo", [
      [1280, 900],
      [390, 844],
      [320, 640],
    ]);
  });
});
