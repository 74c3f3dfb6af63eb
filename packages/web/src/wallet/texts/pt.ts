import { common } from "../../../../server/src/texts/pt/common.ts";
import { money } from "../../../../server/src/texts/pt/money.ts";
import { progress } from "../../../../server/src/texts/pt/progress.ts";
import { wallet } from "../../../../server/src/texts/pt/wallet.ts";

export const texts = { ...common, ...money, ...progress, ...wallet };
