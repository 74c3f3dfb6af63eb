import { expect, it } from "vitest";
import { readConfig } from "#config.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { openRates } from "./open-rates.ts";

const log = createLog({ level: "silent", pretty: false });

onDatabase("prices for a command", (database) => {
  it.each([
    ["regtest", "9200000"],
    ["mainnet", undefined],
    [undefined, undefined],
  ])("without sources are made up where money is worth nothing: %s", async (network, price) => {
    const { admin, db } = database();
    await admin.query(sql`delete from lightning.node`);
    if (network !== undefined)
      await admin.query(sql`
        insert into lightning.node (id, node_id, network, instance_id, bound_at)
        values (1, '02ab', ${network}, gen_random_uuid(), now())`);
    const rates = await openRates({ db, clock: machineClock, log, config: readConfig({}) });
    expect((await rates.read("EUR"))?.minorPerBtc.toString()).toBe(price);
    await admin.query(sql`delete from lightning.node`);
  });
});
