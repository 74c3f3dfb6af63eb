import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useChromium } from "../../server/src/service/testing/chromium.harness.ts";
import { createFakeKeys, type FakeKeys, fakeKeyRoutes, KEY_ID } from "./fake-keys.harness.ts";
import { PROJECTS, startFakePeople } from "./fake-people.harness.ts";

const BASE = `/dashboard/projects/${PROJECTS[0]}`;
const ACTIONS = ["read", "receive", "send", "settings", "secrets", "keys", "apps", "members"];

describe("the focus, when what had it is gone", () => {
  const chromium = useChromium();
  const keys: FakeKeys = createFakeKeys();
  let service: Awaited<ReturnType<typeof startFakePeople>>;
  let page: Page;

  beforeAll(async () => {
    service = await startFakePeople(undefined, (people) => fakeKeyRoutes(people, keys));
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    service.reset();
    Object.assign(keys, createFakeKeys());
    const { me } = service.people;
    const projects = me.projects.map((one) => ({ ...one, role: "owner" as const, actions: ACTIONS }));
    service.people.me = { ...me, projects };
    page = await chromium().newPage({ locale: "en-GB", reducedMotion: "reduce" });
    page.setDefaultTimeout(60_000);
    return () => page.close();
  });

  const open = (path: string) => page.goto(service.baseUrl + BASE + path);
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const focused = () => page.evaluate("document.activeElement.textContent");

  it("is on the heading around it: of the page, of the panel, or of the dialog", async () => {
    await open("/members/invite");
    await page.getByLabel("E-mail address").fill("dan@example.com");
    await press("Invite");
    await page.getByText("dan@example.com is invited.").waitFor();
    await expect.poll(focused).toBe("Members");
    await press("Take back: dan@example.com");
    await press("Take it back");
    await page.getByText("The invitation of dan@example.com is taken back.").waitFor();
    await expect.poll(focused).toBe("Members");
    await page.getByRole("link", { name: /^bob/ }).click();
    await page.getByLabel("One payment, at most (sat)").fill("5000");
    await press("Change the member");
    await page.getByText("The member is changed.").waitFor();
    await expect.poll(focused).toBe("Member");
    await press("Remove");
    await press("Remove the member");
    await page.getByText("bob is no member any more.").waitFor();
    await expect.poll(focused).toBe("Members");

    await open(`/keys/${KEY_ID}`);
    await press("Roll over");
    await press("Roll it over");
    await press("Done");
    await press("Keep it open");
    await expect.poll(focused).toMatch(/^Key /);
    await press("Done");
    await press("Close without it");
    await expect.poll(focused).toBe("Key");
    await press("Revoke");
    await press("Revoke the key");
    await page.getByText(/Key .* is revoked\./).waitFor();
    await expect.poll(focused).toBe("Key");
  });
});
