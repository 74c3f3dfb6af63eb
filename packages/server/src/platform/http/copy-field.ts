import { readFileSync } from "node:fs";
import type { Reader } from "#texts/reader.ts";
import { type Html, html } from "../html.ts";

/** For pages with a `copyField`. */
export const COPY_SCRIPT = readFileSync(new URL("copy.js", import.meta.url), "utf8");

/** A text to copy, with a button, which is seen where a script runs. `name`: of the text, for readers of screens. */
export function copyField(reader: Reader, { name, value }: { readonly name: string; readonly value: string }): Html {
  const copy = reader.text("common_copy");
  return html`<p class="copy"><input readonly aria-label="${name}" value="${value}"><button class="second" type="button" data-copy="${copy}" data-copied="${reader.text("common_copied")}" data-select="${reader.text("common_copy_select")}">${copy}</button></p>`;
}
