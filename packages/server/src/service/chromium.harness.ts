import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine: `CHROMIUM_PATH`, or where it usually is. Undefined where there is none. */
export const CHROMIUM = [process.env["CHROMIUM_PATH"], ...PLACES].find(
  (path) => path !== undefined && existsSync(path),
);

/** Says aloud that tests in a real browser are left out on this machine. */
export function warnWithoutChromium(): void {
  if (CHROMIUM === undefined)
    process.stderr.write("\nNO CHROMIUM: tests of pages in a real browser are left out. Set CHROMIUM_PATH.\n\n");
}

export function launchChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("there is no Chromium on this machine");
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Folder for pictures of the pages, at each size in each theme. */
const PICTURES = process.env["LEYDEN_PICTURES"];

type Size = readonly [width: number, height: number];
const SIZES: readonly Size[] = [
  [1280, 900],
  [390, 844],
];

/** What is shown has no finding of axe, and nothing sticks out at the side. `name`: of its picture in the folder `LEYDEN_PICTURES`. */
export async function expectGoodPage(page: Page, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours are the same at each size: axe looks at them once.
    for (const [width, height] of colorScheme === "light" || PICTURES !== undefined ? sizes : sizes.slice(-1)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await takePicture(page, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate("document.documentElement.scrollWidth"), `${name} at ${width}`).toBeLessThanOrEqual(
        width,
      );
      expect(await axeFindings(page), `${name} at ${width}, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Runs beside the page's own policy, which lets no script in. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      ...{ expression, awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: true },
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  };
  await evaluate(`${AXE};0`);
  const found = await evaluate(
    `axe.run().then((result) => result.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))`,
  );
  await session.detach();
  return found as readonly string[];
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
