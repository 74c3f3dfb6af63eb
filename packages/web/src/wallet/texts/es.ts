import { common } from "../../../../server/src/texts/es/common.ts";
import { money } from "../../../../server/src/texts/es/money.ts";
import { progress } from "../../../../server/src/texts/es/progress.ts";
import { wallet } from "../../../../server/src/texts/es/wallet.ts";

export const texts = { ...common, ...money, ...progress, ...wallet };
