import type { wallet } from "../../../server/src/texts/en/wallet.ts";
import { type Texts, type Translate as TranslateOf, textFiles } from "../ui/text.ts";

export type Key = keyof typeof wallet;
export type Translate = TranslateOf<Key>;

/** The texts of the wallet in each language that the server has. That none lacks a text, the server's types say. */
export const TEXTS = textFiles(
  import.meta.glob<Texts<Key>>("../../../server/src/texts/*/wallet.ts", { import: "wallet" }),
);
