import { charges, inside } from "./lives/received.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

livesOf("charge", charges);
livesOf("payment to a wallet or gamertag", inside);
