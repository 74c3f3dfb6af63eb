import { onChain } from "./lives/onchain.harness.ts";
import { purchases } from "./lives/purchases.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

livesOf("purchase over Lightning", purchases);
livesOf("purchase on-chain", onChain);
