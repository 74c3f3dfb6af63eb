import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay as accept } from "../accept/pay.ts";
import type { Payment } from "../model/payment.ts";
import { presentFinished } from "../present-payment.ts";
import { findPayment } from "../store/payments.ts";
import { givenDriving } from "../testing/driving.harness.ts";

onDatabase("a payment that finishes while its answer is waited for", (database) => {
  /** Bytes as text: the database gives another kind of them. */
  const shown = (payment: Payment) => ({ ...payment, progress: presentFinished(payment) });
  const plans = { completed: settles(), failed: fails("no_route") };

  it.each([
    ["completed", "invoice"],
    ["completed", "address"],
    ["failed", "invoice"],
    ["failed", "address"],
  ] as const)("is answered %s as it is stored, and not read for it (to an %s)", async (kind, destination) => {
    const { world, caller } = await givenDriving(database());
    world.node.plan = plans[kind];
    const reads: string[] = [];
    const query: Db["query"] = async (statement) => {
      if (statement.text.includes("from payments.payment")) reads.push(statement.text);
      return await world.pay.db.query(statement);
    };
    const asked =
      destination === "address"
        ? { lnAddress: world.recipient("shop") }
        : { destination: { kind: destination, invoice: world.invoice({ amount: sats(100n) }).text } as const };
    const more = { waitMs: 20_000, internalId: "mine", comment: "thanks" };

    const { payment } = await accept(
      { ...world.pay, db: { ...world.pay.db, query } },
      world.request(caller, { ...asked, ...more }),
    );

    expect(payment.progress.kind).toBe(kind);
    expect(reads).toEqual([]);
    const stored = await findPayment(world.pay.db, payment.id);
    expect(stored && shown(stored)).toEqual(shown(payment));
  });
});
