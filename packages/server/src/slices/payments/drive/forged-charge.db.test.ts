import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge, findCharge } from "#receiving";
import type { ReadyPayment } from "../model/payment.ts";
import { storeInvoiceMany } from "../store/batched.ts";
import { givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { payOwnCharge } from "./pay-own-charge.ts";

onDatabase("another invoice with the payment hash of a charge", (database) => {
  it("is not paid, although our node signed it, and leaves the charge's invoice alone at the node", async () => {
    const { world, clock, lease, reread } = await givenDriving(database());
    const payee = await world.project("payee", sats(1n));
    const expiresAt = new Date(clock.now().getTime() + 60 * MINUTE);
    const real = world.invoice({ amount: sats(100n), key: world.nodeKey });
    const { paymentHash } = real;
    const forged = world.invoice({ amount: sats(100n), key: world.nodeKey, paymentHash });
    const cancelled: Uint8Array[] = [];
    const node = {
      ...world.node,
      createInvoice: async () => ({ invoice: real.text, paymentHash, expiresAt }),
      cancelInvoice: async (hash: Uint8Array) => {
        cancelled.push(hash);
        return "cancelled" as const;
      },
    };
    const { charge } = await createCharge(
      { ...world.drive, ...world.pay, node },
      {
        caller: payee,
        amount: sats(100n),
        description: "an order",
        expirySeconds: 3_600,
      },
    );
    const payment = await lease();
    const invoice = { text: forged.text, paymentHash, expiresAt, isOwn: true, payee: undefined };
    await world.drive.batch(storeInvoiceMany, {
      id: payment.id,
      leaseToken: payment.lease.token,
      invoice,
      descriptionHashMatches: true,
    });

    await payOwnCharge({ ...world.drive, ...world.pay, node }, (await reread(payment)) as ReadyPayment);

    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "self_payment" });
    expect(cancelled).toEqual([]);
    expect((await findCharge(database().db, charge.walletId, charge.id))?.state.kind).toBe("pending");
  });
});
