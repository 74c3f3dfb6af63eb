import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { listIncidentsOf } from "#incidents";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { invariants } from "./invariants.ts";
import { workDueOnchain } from "./jobs.ts";
import type { OnchainRequest } from "./model/onchain-payment.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { payOnchain } from "./pay/pay-onchain.ts";
import { finishMany } from "./store/batched.ts";
import { findOnchainOutcomes } from "./store/payments.ts";
import { freshAddress } from "./testing/address.harness.ts";

const random = machineRandom();
const AMOUNT = sats(20_000n);
const FEE = sats(282n);

onDatabase("a payment to an address of the chain whose coins were spent by another transaction", (database) => {
  async function given() {
    const { admin, db } = database();
    await admin.query(sql`
      update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`);
    const { world, clock } = await givenDriving(database());
    const caller = await world.project("payer", sats(1_000_000n));
    const finished: string[] = [];
    const { ownNode } = world.pay;
    const onFinished: OnchainDeps["onFinished"] = ({ id }) => finished.push(id);
    const deps: OnchainDeps = { ...world.drive, ownNode, confirmations: 1, onFinished };
    const wanted: OnchainRequest = {
      id: random.uuid() as PaymentId,
      payer: caller.wallet.account,
      origin: { kind: "purchase", id: random.uuid() },
      address: freshAddress(),
      amount: AMOUNT,
      feeLimit: sats(1_000n),
    };
    const before = await world.balance(caller);
    const [costs, onchain] = [await world.systemBalance("chain_costs"), await world.systemBalance("onchain")];
    await payOnchain(deps, wanted);
    await world.settled();
    return {
      world,
      wanted,
      finished,
      costs,
      onchain,
      chain: world.node.chain,
      taken: async () => before - (await world.balance(caller)),
      outcome: async () => (await findOnchainOutcomes(db, [wanted.id])).get(wanted.id),
      async later(): Promise<void> {
        clock.advance(60_000);
        await world.settled();
        await workDueOnchain(deps);
      },
      async breaches(): Promise<readonly string[]> {
        const lines = await runAudit({ db, invariants: invariants(clock) });
        return lines.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`));
      },
    };
  }

  it.each([
    [900n, 0n],
    [900n, 1n],
    [0n, 5_000n],
  ])("is paid by one that pays the same address, for %s sat more to miners and %s to it", async (fee, more) => {
    const { chain, world, wanted, costs, onchain, taken, later, outcome, finished, breaches } = await given();
    const txid = chain.replace((await outcome())?.txid ?? "", fee, more);
    chain.mine(5);
    await later();
    expect((await outcome())?.kind).toBe("pending");
    chain.mine(1);
    await Promise.all([later(), later()]);
    await later();
    expect(await outcome()).toEqual({ kind: "completed", fee: FEE, txid });
    expect(await taken()).toBe(AMOUNT + FEE);
    expect((await world.systemBalance("chain_costs")) - costs).toBe(-1_000n * fee);
    expect((await world.systemBalance("onchain")) - onchain).toBe(AMOUNT + FEE + 1_000n * fee);
    expect(finished).toEqual([wanted.origin.id]);
    const incidents = await listIncidentsOf(database().db, wanted.origin.id);
    expect(incidents.map(({ kind }) => kind)).toEqual(["onchain_replaced"]);
    expect(await breaches()).toEqual([]);
  });

  it("gets everything back when that one pays the address one satoshi less", async () => {
    const { chain, taken, later, outcome, breaches } = await given();
    chain.replace((await outcome())?.txid ?? "", 900n, -1n);
    chain.mine(6);
    await later();
    expect([(await outcome())?.kind, await taken()]).toEqual(["failed", 0n]);
    expect(await breaches()).toEqual([]);
  });

  it("is not paid by a transaction that pays for another one already", async () => {
    const [first, second] = [await given(), await given()];
    const finish = ({ wanted }: typeof first, txid: string) =>
      database().batchOn(machineClock)(finishMany, {
        id: wanted.id,
        state: "completed",
        replacement: { txid, extra: 0n },
        transfer: random.uuid() as TransferId,
        isByHand: false,
        incident: random.uuid(),
      });
    const other = "ab".repeat(32);
    expect(await finish(second, (await first.outcome())?.txid ?? "")).toBe("taken");
    expect(await finish(first, other)).toBe("finished");
    expect(await finish(second, other)).toBe("taken");
    expect([(await first.outcome())?.kind, (await second.outcome())?.kind]).toEqual(["completed", "pending"]);
    expect(await finish(second, "cd".repeat(32))).toBe("finished");
    expect(await first.breaches()).toEqual([]);
  });

  it("has the cost of a replacement in the ledger only where it was replaced", async () => {
    const { chain, later, outcome, breaches, wanted } = await given();
    chain.replace((await outcome())?.txid ?? "", 900n);
    chain.mine(6);
    await later();
    const undo = new Error("to be rolled back");
    const damaged = database().admin.transaction(async (tx) => {
      await tx.query(sql`update onchain.payment set replaced_by = null where id = ${wanted.id}`);
      const [postings] = invariants({ now: () => new Date() } as never);
      expect(await postings?.breaches(tx)).toEqual([expect.stringContaining("the cost of a replacement")]);
      throw undo;
    });
    await expect(damaged).rejects.toBe(undo);
    expect(await breaches()).toEqual([]);
  });
});
