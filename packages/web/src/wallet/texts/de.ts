import { money } from "../../../../server/src/texts/de/money.ts";
import { progress } from "../../../../server/src/texts/de/progress.ts";
import { wallet } from "../../../../server/src/texts/de/wallet.ts";

export const texts = { ...money, ...progress, ...wallet };
