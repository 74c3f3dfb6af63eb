import { expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { findServiceUse, type ServiceLimitChanges, setServiceLimits } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { workDueOnchain } from "./jobs.ts";
import type { OnchainRequest } from "./model/onchain-payment.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { payOnchain } from "./pay/pay-onchain.ts";
import { findOnchainOutcomes } from "./store/payments.ts";
import { freshAddress } from "./testing/address.harness.ts";

const random = machineRandom();
const AMOUNT = sats(20_000n);

onDatabase("a payment to an address of the chain", (database) => {
  it("is refused by the limits of the service, and counts on them until it has failed", async () => {
    const { db, admin } = database();
    await admin.query(sql`
      update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`);
    const { world, clock } = await givenDriving(database());
    const caller = await world.project("payer", sats(1_000_000n));
    const { chain } = world.node;
    const { ownNode } = world.pay;
    const deps: OnchainDeps = { ...world.drive, ownNode, confirmations: 1, onFinished: () => undefined };
    const request = (): OnchainRequest => ({
      id: random.uuid() as PaymentId,
      payer: caller.wallet.account,
      origin: { kind: "purchase", id: random.uuid() },
      address: freshAddress(),
      amount: AMOUNT,
      feeLimit: sats(1_000n),
    });
    const outcome = async ({ id }: OnchainRequest) => (await findOnchainOutcomes(db, [id])).get(id);
    const journal = { appendIfPossible: async () => undefined };
    const limit = (changes: ServiceLimitChanges) =>
      setServiceLimits({ db, clock: machineClock, random, journal }, { changes, reason: "a test" });
    const sent = async () => (await findServiceUse(db, deps.clock.now())).sent;
    const before = await sent();
    try {
      await limit({ payment: msats(AMOUNT - 1n) });
      await expect(payOnchain(deps, request())).rejects.toMatchObject({ code: "over_service_payment" });
      await limit({ payment: undefined, day: msats(before + AMOUNT - 1n) });
      await expect(payOnchain(deps, request())).rejects.toMatchObject({ code: "over_service_day" });
      await limit({ day: msats(before + AMOUNT) });
      const wanted = request();
      await payOnchain(deps, wanted);
      expect(await sent()).toBe(before + AMOUNT);
      await world.settled();
      chain.conflict((await outcome(wanted))?.txid ?? "");
      chain.mine(6);
      clock.advance(60_000);
      await workDueOnchain(deps);
      expect([(await outcome(wanted))?.kind, await sent()]).toEqual(["failed", before]);
    } finally {
      await admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
    }
  });
});
