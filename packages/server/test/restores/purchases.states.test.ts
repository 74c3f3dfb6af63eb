import { purchases } from "./lives/purchases.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

livesOf("purchase over Lightning", purchases);
