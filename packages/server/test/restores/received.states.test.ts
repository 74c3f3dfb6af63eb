import { askAtStatic, askFor, charges, inside } from "./lives/received.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

livesOf("charge", (database) => charges(database, askFor));
livesOf("invoice of a static charge", (database) => charges(database, askAtStatic));
livesOf("payment to a wallet or gamertag", inside);
