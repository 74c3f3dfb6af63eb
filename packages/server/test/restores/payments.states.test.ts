import { payments } from "./lives/payments.harness.ts";
import { livesOf } from "./lives/table.harness.ts";

livesOf("payment to an invoice", (database) => payments(database, "invoice"));
livesOf("payment to an address or LNURL", (database) => payments(database, "address"));
livesOf("payment to a node (keysend)", (database) => payments(database, "node"));
