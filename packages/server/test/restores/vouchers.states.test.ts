import { livesOf } from "./lives/table.harness.ts";
import { vouchers } from "./lives/vouchers.harness.ts";

livesOf("payment to an e-mail address", (database) => vouchers(database, "e-mail"));
livesOf("voucher", (database) => vouchers(database, "voucher"));
livesOf("withdrawal request", (database) => vouchers(database, "withdrawal"));
