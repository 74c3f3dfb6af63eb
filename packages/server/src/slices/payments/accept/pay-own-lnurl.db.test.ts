import { expect, it } from "vitest";
import type { WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { publicStaticChargeOf } from "#receiving";
import { FUNDS, givenDriving } from "../testing/driving.harness.ts";
import { pay } from "./pay.ts";

onDatabase("a payment to an LNURL of this service", (database) => {
  const lnurlOf = (path: string) => encodeLnurl(new URL(`https://leyden.example${path}`));

  it("is completed inside the ledger, without a fee and without a server", async () => {
    const { world, caller, breaches } = await givenDriving(database());
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = ({ text }) => (text === "payee@leyden.example" ? payee.wallet : "unknown");
    const ofWallet = publicStaticChargeOf(payee.wallet.id, world.pay.baseUrl);

    for (const lnAddress of [ofWallet, `lightning:${ofWallet.toUpperCase()}`, lnurlOf("/.well-known/lnurlp/payee")]) {
      const { payment } = await pay(world.pay, world.request(caller, { lnAddress, amount: sats(10n) }));
      expect(payment.progress).toMatchObject({ kind: "completed", fee: 0n });
    }

    expect([await world.balance(caller), await world.balance(payee)]).toEqual([FUNDS - 30_000n, 30_000n]);
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });

  it("is refused to itself, and where no wallet is", async () => {
    const { world, caller } = await givenDriving(database());
    world.pay.recipientOf = () => "unknown";
    const asked = (lnAddress: string) => pay(world.pay, world.request(caller, { lnAddress }));

    const nowhere = publicStaticChargeOf(world.drive.random.uuid() as WalletId, world.pay.baseUrl);
    const own = publicStaticChargeOf(caller.wallet.id, world.pay.baseUrl);
    await expect(asked(own)).rejects.toMatchObject({ code: "self_payment" });
    await expect(asked(nowhere)).rejects.toMatchObject({ code: "address_not_found" });
    await expect(asked(lnurlOf("/.well-known/lnurlp/nobody"))).rejects.toMatchObject({ code: "address_not_found" });
    expect(await world.balance(caller)).toBe(FUNDS);
  });
});
