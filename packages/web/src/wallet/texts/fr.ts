import { common } from "../../../../server/src/texts/fr/common.ts";
import { money } from "../../../../server/src/texts/fr/money.ts";
import { progress } from "../../../../server/src/texts/fr/progress.ts";
import { wallet } from "../../../../server/src/texts/fr/wallet.ts";

export const texts = { ...common, ...money, ...progress, ...wallet };
