import { common } from "../../../../server/src/texts/de/common.ts";
import { money } from "../../../../server/src/texts/de/money.ts";
import { progress } from "../../../../server/src/texts/de/progress.ts";
import { wallet } from "../../../../server/src/texts/de/wallet.ts";

export const texts = { ...common, ...money, ...progress, ...wallet };
