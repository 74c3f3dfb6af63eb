import { readFileSync } from "node:fs";
import type { Branding } from "#kernel/branding.ts";
import { LOOK } from "./look.ts";
import { accentStyle } from "./tokens.ts";

/** What is around all pages of one service. */
export type PageShell = { readonly branding: Branding; readonly style: string };

/** Look and parts of all pages that are made with `pageText`. */
const STYLE = LOOK + readFileSync(new URL("page.css", import.meta.url), "utf8");

export function pageShell(branding: Branding): PageShell {
  return { branding, style: STYLE + accentStyle(branding.accent) };
}
