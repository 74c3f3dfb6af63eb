import { common } from "../../../../server/src/texts/en/common.ts";
import { money } from "../../../../server/src/texts/en/money.ts";
import { progress } from "../../../../server/src/texts/en/progress.ts";
import { wallet } from "../../../../server/src/texts/en/wallet.ts";

/** All that the wallet says in this language: its own texts, and those on payments that it shares with other pages. */
export const texts = { ...common, ...money, ...progress, ...wallet };
