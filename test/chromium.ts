import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ON_A_MAC = ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The browser of the tests: `CHROMIUM_PATH`, else the system's. Undefined where there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = env;
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : [...places, ...ON_A_MAC]).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
