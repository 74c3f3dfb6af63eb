import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian's Chromium without windows. It needs a quarter of the processor time of a whole one to open a page. */
export const QUICK = "chromium-headless-shell";
const NAMES = [QUICK, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ON_A_MAC = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The browser of the tests: `CHROMIUM_PATH`, else the system's. Undefined where there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = env;
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : [...places, ...ON_A_MAC]).find(canRun);
}

/** `CHROMIUM_PATH`, else the system's one without windows. */
export function findQuickChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const found = findChromium(env);
  return env["CHROMIUM_PATH"] || found?.endsWith(QUICK) ? found : undefined;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
