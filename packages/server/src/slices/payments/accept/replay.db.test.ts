import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenDriving } from "../testing/driving.harness.ts";
import { pay } from "./pay.ts";

onDatabase("a repeated request that could not be accepted any more", (database) => {
  it("answers the payment that its key has made when the recipient is gone; another key is refused", async () => {
    const { world, caller } = await givenDriving(database());
    const payee = await world.project("payee", sats(0n));
    const request = (idempotencyKey: string) =>
      pay(world.pay, world.request(caller, { lnAddress: "payee@service.example", amount: sats(7n), idempotencyKey }));
    world.pay.recipientOf = async () => payee.wallet;
    const { payment } = await request("first");
    expect(payment.progress.kind).toBe("completed");

    for (const gone of ["unknown", caller.wallet] as const) {
      world.pay.recipientOf = async () => gone;
      expect(await request("first")).toMatchObject({ replayed: true, payment: { id: payment.id } });
      const code = gone === "unknown" ? "address_not_found" : "self_payment";
      await expect(request("second")).rejects.toMatchObject({ code });
    }
  });

  it("answers the payment that its key has made when the node cannot fulfil the wish any more", async () => {
    const { world, caller } = await givenDriving(database());
    const lnAddress = world.recipient("shop");
    const request = (capabilities: typeof world.pay.capabilities, idempotencyKey: string) =>
      pay(
        { ...world.pay, capabilities },
        world.request(caller, { lnAddress, amount: sats(7n), maxFee: sats(10n), idempotencyKey }),
      );
    const { payment } = await request(world.pay.capabilities, "first");
    const without = {
      wholeSats: false,
      keysend: false,
      cltvLimit: true,
      feeLimit: { kind: "none", reserve: () => sats(1n) },
    } as const;

    expect(await request(without, "first")).toMatchObject({ replayed: true, payment: { id: payment.id } });
    await expect(request(without, "second")).rejects.toMatchObject({ code: "not_supported" });
    await world.settled();
  });
});
