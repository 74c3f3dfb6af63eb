import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenDriving } from "../testing/driving.harness.ts";
import { payLightningAddress } from "./pay-lightning-address.ts";

onDatabase("a repeated request whose recipient is gone", (database) => {
  it("answers the payment that its key has made; another key is refused", async () => {
    const { world, caller } = await givenDriving(database());
    const payee = await world.project("payee", sats(0n));
    const request = (idempotencyKey: string) =>
      payLightningAddress(
        world.pay,
        world.request(caller, { lnAddress: "payee@service.example", amount: sats(7n), idempotencyKey }),
      );
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
});
