import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { createFakeKeys, fakeKeyRoutes } from "./fake-keys.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";

describe("forms of the dashboard", () => {
  const chromium = useChromium();
  let service: Awaited<ReturnType<typeof startFakePeople>>;

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => fakeKeyRoutes(people, createFakeKeys()));
  });
  afterAll(() => service?.close());

  it("says at its field alone what the service does not take", async () => {
    const { me } = service.people;
    const actions = ["read", "settings", "keys"];
    service.people.me = { ...me, projects: me.projects.map((one) => ({ ...one, role: "owner", actions })) };
    const page = await chromium().newPage();
    const open = (path: string) => page.goto(`${service.baseUrl}/dashboard/projects/${PROJECTS[0]}${path}`);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const refuse = (calls: string, field: string) =>
      page.route(calls, (route) => {
        const error = { code: "invalid_input", message: `${field} is wrong`, details: [{ field, issue: "is wrong" }] };
        return route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 400, json: { error } });
      });
    const isSaidAt = async (label: string) => {
      await expect.poll(() => page.getByLabel(label, { exact: true }).getAttribute("aria-invalid")).toBe("true");
      await page.getByText("Is wrong.").waitFor();
      expect(await page.getByText("This was not done").count()).toBe(0);
      await page.getByLabel(label, { exact: true }).and(page.locator(":focus")).waitFor();
    };
    await refuse("**/keys", "networks.1");
    await open("/keys/new");
    await page.getByLabel("Name", { exact: true }).fill("Payouts");
    await press("Make the key");
    await isSaidAt("From where it may be used");
    await refuse("**/settings", "name");
    await open("/settings");
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await press("Change the settings");
    await isSaidAt("Name");
    await page.close();
  });

  it("leaves the focus to a field that was chosen or filled in after the form was sent", async () => {
    const page = await chromium().newPage();
    await page.goto(`${service.baseUrl}/dashboard/projects/${PROJECTS[0]}/keys/new`);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Payouts");
    const error = { code: "invalid_input", message: "no", details: [{ field: "networks.1", issue: "is wrong" }] };
    await page.route("**/keys", (route) => route.fulfill({ status: 400, json: { error } }));
    // Chosen in the same task in which the field is marked: no timer can be between them.
    const chosen = await name.evaluate(async (input: HTMLInputElement) => {
      const marked = new Promise<void>((resolve) => {
        const seen = new MutationObserver(() => {
          if (document.querySelector("[aria-invalid=true]") !== null) resolve(input.focus());
        });
        seen.observe(document.body, { subtree: true, attributeFilter: ["aria-invalid"] });
      });
      input.blur();
      input.form?.requestSubmit();
      await marked;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return document.activeElement === input;
    });
    expect(chosen).toBe(true);
    await page.close();
  });
});
