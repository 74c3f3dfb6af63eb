import { beforeEach, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { payOnchain } from "#slices/onchain/pay/pay-onchain.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { type BumpOptions, bump, type EndOptions, end } from "./onchain.ts";
import { printed } from "./printed.harness.ts";
import { runOn } from "./run-on.harness.ts";

const random = machineRandom();

onDatabase("leyden onchain", (database) => {
  const run = runOn(database, "onchain");
  let world: Awaited<ReturnType<typeof givenDriving>>["world"];
  let id: PaymentId;
  const bumped = (options: BumpOptions) => printed(() => bump({ ...world.drive, random }, world.node, id, options));

  beforeEach(async () => {
    ({ world } = await givenDriving(database()));
    const { account } = (await world.project("payer", sats(100_000n))).wallet;
    await database().admin.query(sql`
      select ledger.post_all(
               ${new Date()}, array[${random.uuid()}::uuid], array[ledger.system('onchain')],
               array[ledger.system('operator_equity')], array[5000000::bigint], null, null, array['equity_deposit'],
               array[${random.uuid()}::uuid])`);
    id = random.uuid() as PaymentId;
    const deps = { ...world.drive, ownNode: world.pay.ownNode, confirmations: 1, onFinished: () => undefined };
    await payOnchain(deps, {
      id,
      payer: account,
      origin: { kind: "purchase", id: random.uuid() },
      address: freshAddress(),
      amount: sats(20_000n),
      feeLimit: sats(1_000n),
    });
    await world.settled();
  });

  it("bump shows the cost first, raises the fee with --yes, once, and the list shows the child", async () => {
    expect(await run("list")).toMatch(new RegExp(`^${id} +20000 +282 +\\S+ +[0-9a-f]{64} +- +- +- +-$`, "m"));
    const shown = await bumped({ maxCost: "3000", rate: "10" });
    expect(shown).toContain("lifts both to 10.000 sat for a virtual byte: about 2331 sat more");
    expect(shown).toContain("Nothing was done.");
    expect(world.node.chain.published).toHaveLength(1);

    expect(await bumped({ maxCost: "3000", rate: "10", yes: true })).toMatch(
      /The child is [0-9a-f]{64}, for 2310 sat, which are booked .*\nThe node has published it\.\n/,
    );
    expect(await run("list")).toMatch(/ [0-9a-f]{64} +[0-9a-f]{64} +2310 +dispatched +-$/m);
    expect(await bumped({ maxCost: "9000", rate: "30", yes: true })).toContain("A payment has one child");
    expect(new Set(world.node.chain.published.map(String)).size).toBe(2);
  });

  it("end asks for the name of the risk, and is for the transactions of former nodes alone", async () => {
    const said = (options: Partial<EndOptions>) =>
      printed(() =>
        end({ ...world.drive, random }, world.node, id, { as: "failed", reason: "an explorer", ...options }),
      );
    await expect(said({ as: "paid" })).rejects.toThrow("must be `completed` or `failed`");
    await expect(said({ althoughItMayConfirm: true })).rejects.toThrow("is of this service's node");

    const { admin } = database();
    await admin.query(sql`update onchain.payment set node_no = 7 where id = ${id}`);
    await admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at, replaced_at, replaced_because)
      values (7, '02cc', 'regtest', ${random.uuid()}, now(), now(), 'a test')`);
    expect(await run("list")).toMatch(new RegExp(`^${id} .* a former one$`, "m"));
    await expect(said({ withoutProof: true })).rejects.toThrow("may confirm as long as");
    expect(await said({ althoughItMayConfirm: true })).toMatch(
      /^The payment is failed\. Transaction [0-9a-f]{64} is looked at no more\.\n$/,
    );
    await admin.query(sql`delete from lightning.node where id = 7`);
  });

  it("bump refuses what is no amount, and what costs more than the limit", async () => {
    for (const maxCost of ["0", "-1", "1.5", "many"])
      await expect(bumped({ maxCost, rate: "10", yes: true })).rejects.toThrow("--max-cost");
    await expect(bumped({ maxCost: "3000", rate: "0", yes: true })).rejects.toThrow("--rate");
    await expect(bumped({ maxCost: "2330", rate: "10", yes: true })).rejects.toThrow("would cost 2331 sat");
    await expect(run("bump", id, "--max-cost", "3000")).rejects.toThrow();
    expect(world.node.chain.published).toHaveLength(1);
  });
});
