import { expect, it } from "vitest";
import { newId, type WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { publicStaticChargeOf } from "#wallets";
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

  it("takes a comment as long as the LNURL says, and an address of this service the same", async () => {
    const { world, caller } = await givenDriving(database());
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = ({ text }) => (text === "payee@leyden.example" ? payee.wallet : "unknown");
    const all = [
      ...[publicStaticChargeOf(payee.wallet.id, world.pay.baseUrl), lnurlOf("/.well-known/lnurlp/payee")],
      "payee@leyden.example",
    ];
    for (const lnAddress of all) {
      const asked = (comment: string) =>
        pay(world.pay, world.request(caller, { lnAddress, amount: sats(1n), comment }));
      await expect(asked("€".repeat(281))).rejects.toMatchObject({ code: "comment_too_long", status: 400 });
      expect((await asked("😀".repeat(280))).payment.progress.kind).toBe("completed");
    }
    expect(await world.balance(caller)).toBe(FUNDS - 3_000n);
  });

  it("is refused to itself, and where no wallet is", async () => {
    const { world, caller } = await givenDriving(database());
    world.pay.recipientOf = () => "unknown";
    const asked = (lnAddress: string) => pay(world.pay, world.request(caller, { lnAddress }));

    const nowhere = publicStaticChargeOf(newId<WalletId>(world.drive.random), world.pay.baseUrl);
    const own = publicStaticChargeOf(caller.wallet.id, world.pay.baseUrl);
    await expect(asked(own)).rejects.toMatchObject({ code: "self_payment" });
    await expect(asked(nowhere)).rejects.toMatchObject({ code: "address_not_found" });
    await expect(asked(lnurlOf("/.well-known/lnurlp/missing"))).rejects.toMatchObject({ code: "address_not_found" });
    expect(await world.balance(caller)).toBe(FUNDS);
  });
});
