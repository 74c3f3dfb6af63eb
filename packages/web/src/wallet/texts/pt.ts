import { money } from "../../../../server/src/texts/pt/money.ts";
import { progress } from "../../../../server/src/texts/pt/progress.ts";
import { wallet } from "../../../../server/src/texts/pt/wallet.ts";

export const texts = { ...money, ...progress, ...wallet };
