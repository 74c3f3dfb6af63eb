import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** A person in Berlin with a small phone. */
const PHONE = { locale: "de-DE", timezoneId: "Europe/Berlin", viewport: { width: 390, height: 844 } } as const;

/** What a line of 50 kB/s brings within a second, of which 200 ms are for finding the server and the question. */
const FIRST_SECOND_BYTES = 40_000;

/** Keys that are pressed for one thing at most: there is no page with more to stop at. */
const STOPS = 40;

/** A page of a German phone, and its keyboard. The page is closed after the test. */
export async function germanPhone(browser: Browser) {
  const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  return { page, ...keyboardOf(page) };
}

function keyboardOf(page: Page) {
  /** Goes forward with the Tab key to what is called `name`, as a reader of screens is told. */
  async function tabTo(name: string): Promise<void> {
    const wanted = page.getByText(name, { exact: true }).or(page.getByLabel(name, { exact: true }));
    await wanted.first().waitFor();
    for (let stop = 0; stop < STOPS; stop += 1) {
      if (await isFocused(wanted)) return expect(await isSeen(page), `the focus on ${name} can be seen`).toBe(true);
      await page.keyboard.press("Tab");
    }
    expect.unreachable(`the Tab key does not reach ${name}`);
  }
  return {
    tabTo,
    /** Presses what is called `name`. */
    async enter(name: string): Promise<void> {
      await tabTo(name);
      await page.keyboard.press("Enter");
    },
    /** Writes into the field that is called `name`, in place of what is there. */
    async write(name: string, text: string): Promise<void> {
      await tabTo(name);
      await page.keyboard.press("Control+A");
      await page.keyboard.type(text);
    },
  };
}

/** Whether what has the focus is in view, with a ring around it or around the field that it is in. */
async function isSeen(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null) return false;
    const hasRing = (one: Element | null) => one !== null && getComputedStyle(one).outlineStyle !== "none";
    const { top, bottom, width } = activeElement.getBoundingClientRect();
    return (
      (hasRing(activeElement) || hasRing(activeElement.parentElement)) && width > 0 && bottom > 0 && top < innerHeight
    );
  });
}

/** What has the focus, as it is read; empty where nothing has it. */
export async function focusedOn(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) return "";
    const [label] = (activeElement as HTMLInputElement).labels ?? [];
    return ((label ?? activeElement).textContent ?? "").replaceAll(/\s+/g, " ").trim();
  });
}

async function isFocused(wanted: Locator): Promise<boolean> {
  return await wanted.evaluateAll((all) => {
    const { activeElement, body } = document;
    return activeElement !== body && all.some((one) => activeElement?.contains(one) === true);
  });
}

/**
 * There is something to read once a second's bytes of a slow line have come: `open` opens a page, `seen` is what can
 * be read then. Scripts are held back, and so are pictures.
 */
export async function expectSoonReadable(page: Page, open: () => Promise<unknown>, seen: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const received = await countBytes(session);
  const held = (url: URL) => /\.(?:js|png|svg)$/.test(url.pathname);
  await page.route(held, () => undefined); // never answered
  const opened = open().catch(() => undefined); // it is not waited for
  await seen.waitFor();
  expect(received()).toBeGreaterThan(0);
  expect(received()).toBeLessThan(FIRST_SECOND_BYTES);
  await page.unroute(held);
  await page.goto("about:blank");
  await opened;
  await session.detach();
}

async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ response }) => (bytes += response.encodedDataLength));
  session.on("Network.dataReceived", ({ encodedDataLength, dataLength }) => (bytes += encodedDataLength || dataLength));
  return () => bytes;
}
