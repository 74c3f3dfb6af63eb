import type { ramp } from "../../../server/src/texts/en/ramp.ts";
import { type Texts, type Translate as TranslateOf, textFiles } from "../ui/text.ts";

export type Key = keyof typeof ramp;
export type Translate = TranslateOf<Key>;

/** The texts of this page in each language that the server has. That none lacks a text, the server's types say. */
export const TEXTS = textFiles(import.meta.glob<Texts<Key>>("../../../server/src/texts/*/ramp.ts", { import: "ramp" }));
