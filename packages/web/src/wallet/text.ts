import { type Texts, type Translate as TranslateOf, textsByLanguage } from "../ui/text.ts";
import type { texts } from "./texts/en.ts";

export type Key = keyof typeof texts;
export type Translate = TranslateOf<Key>;

/** The texts of the wallet in each language that the server has. That none lacks a text, the server's types say. */
export const TEXTS = textsByLanguage(import.meta.glob<Texts<Key>>("./texts/*.ts", { import: "texts" }));
