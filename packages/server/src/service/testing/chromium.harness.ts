import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

/** No name but this machine's has an address: nothing that a test does leaves the machine. */
const NO_NAMES = ["127.0.0.1", "[::1]", "localhost", "*.localhost"].map((name) => `EXCLUDE ${name}`);

export function launchChromium(): Promise<Browser> {
  const args = ["--no-sandbox", `--host-resolver-rules=${["MAP * ~NOTFOUND", ...NO_NAMES].join(",")}`];
  return chromium.launch({ executablePath: inject("chromium"), args });
}

/** A browser for the tests of a block: it starts before them and is closed after them. */
export function useChromium(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail" && browser !== undefined) process.stderr.write(await shownIn(browser));
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("the browser has not been started");
    return browser;
  };
}

/** What each page shows, and each frame in it: for a test that failed. */
async function shownIn(browser: Browser): Promise<string> {
  const frames = browser.contexts().flatMap((context) => context.pages().flatMap((page) => page.frames()));
  const shownBy = async (frame: Frame) => {
    const text = await frame.locator("body").innerText({ timeout: SHOWS_MS }).catch(String);
    return `${frame.url()} shows:\n${text}`;
  };
  return `${(await Promise.all(frames.map(shownBy))).join("\n\n")}\n`;
}

const SHOWS_MS = 5_000;

/** What the scripts of a page failed with, and the errors of its console, from now on. */
export function problemsOf(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return problems;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Folder for pictures of the pages, at each size in each theme. */
const PICTURES = process.env["LEYDEN_PICTURES"];

type Size = readonly [width: number, height: number];
const SIZES: readonly Size[] = [
  [1280, 900],
  [390, 844],
];
/** For pages that people open on small phones as well. */
export const SIZES_DOWN_TO_320: readonly Size[] = [...SIZES, [320, 640]];

/**
 * What is shown, once it has a heading, has no finding of axe, light at the first size and dark at the last one, and
 * nothing sticks out at the side. `name`: of its picture in the folder `LEYDEN_PICTURES`.
 */
export async function expectGoodPage(page: Page, name: string, asked: readonly Size[] = SIZES): Promise<void> {
  const sizes = PICTURES === undefined ? asked : SIZES_DOWN_TO_320;
  const narrowest = sizes.slice(-1);
  await page.locator("h1").first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours are the same at each size, and what axe looks for is the same from phone to phone.
    for (const size of colorScheme === "light" || PICTURES !== undefined ? sizes : narrowest) {
      const [width, height] = size;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await takePicture(page, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate("document.documentElement.scrollWidth"), `${name} at ${width}`).toBeLessThanOrEqual(
        width,
      );
      expect(await cutHints(page), `${name} at ${width}`).toEqual([]);
      if (size === (colorScheme === "light" ? sizes[0] : narrowest[0]))
        expect(await axeFindings(page), `${name} at ${width}, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Hints in empty fields that are longer than their field. */
export async function cutHints(page: Page): Promise<readonly string[]> {
  return await page.evaluate(CUT_PLACEHOLDERS);
}

const CUT_PLACEHOLDERS = `[...document.querySelectorAll("input[placeholder]")].filter((field) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return field.clientWidth > 0 && pen.measureText(field.placeholder).width > room;
}).map(({ placeholder }) => placeholder)`;

/** Runs beside the page's own policy, which lets no script in. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  if ((await evaluate("typeof axe")) === "undefined") await evaluate(`${AXE};0`);
  const found = await evaluate(
    `axe.run({ resultTypes: ["violations"] })
      .then((result) => result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))`,
  );
  await session.detach();
  return found as readonly string[];
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
