import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { WalletId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { countPending } from "../store/payments.ts";
import { type Driving, givenDriving } from "../testing/driving.harness.ts";
import { pay as accept } from "./pay.ts";

onDatabase("how many payments may be pending", (database) => {
  const NONE = 1_000;
  const MAX = 3;

  /** Nothing drives these payments, so that each stays pending. */
  async function given(limits: { wallet?: number; owner?: number; node?: number }): Promise<Driving> {
    const driving = await givenDriving(database());
    const { pending } = await countPending(database().db, new Date()); // of earlier tests
    driving.world.pay.driver = undefined;
    const pendingMax = { wallet: NONE, owner: NONE, ...limits, node: pending + (limits.node ?? NONE) };
    driving.world.pay.pendingMax = () => pendingMax;
    return driving;
  }

  async function pay({ world }: Driving, caller: Caller): Promise<string> {
    const request = world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(1n), waitMs: 0 });
    return await accept(world.pay, request).then(
      ({ payment }) => payment.progress.kind,
      (error: { code: string }) => error.code,
    );
  }

  it("is none while no channel of the node is usable: payments over Lightning are unavailable for now", async () => {
    const driving = await given({});
    const { world, caller } = driving;
    const some = world.pay.pendingMax();
    world.pay.pendingMax = () => ({ ...some, node: 0 });
    const request = () => world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(1n), waitMs: 0 });
    await expect(accept(world.pay, request())).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
      retryAfterSeconds: 5,
      message: expect.stringContaining("no channel"),
    });
    world.pay.pendingMax = () => some;
    expect(await pay(driving, caller)).toBe("resolving");
  });

  const EXACTLY_MAX = [...Array(MAX).fill("resolving"), "too_many_pending"];

  /** The payments of one call, and those of calls one after another. */
  const ways = {
    "in one call": (driving: Driving, callers: readonly Caller[]) =>
      Promise.all(callers.map((caller) => pay(driving, caller))),
    "one after another": async (driving: Driving, callers: readonly Caller[]) => {
      const results: string[] = [];
      for (const caller of callers) results.push(await pay(driving, caller));
      return results;
    },
  };

  for (const [way, payEach] of Object.entries(ways)) {
    it(`is the limit of the wallet, not one less nor one more: ${way}`, async () => {
      const driving = await given({ wallet: MAX });
      expect(await payEach(driving, Array(MAX + 1).fill(driving.caller))).toEqual(EXACTLY_MAX);
      expect(await pay(driving, await driving.world.project("another", sats(100n)))).toBe("resolving");
    });

    it(`is the limit of the owner, over all of its wallets: ${way}`, async () => {
      const driving = await given({ owner: MAX });
      const { caller, world } = driving;
      const other = await world.project("another wallet", sats(100n));
      const second: Caller = { ...other, wallet: { ...other.wallet, owner: caller.wallet.owner } };
      expect(second.wallet.id as WalletId).not.toBe(caller.wallet.id);

      expect(await payEach(driving, [caller, second, caller, second])).toEqual(EXACTLY_MAX);
      expect(await pay(driving, await world.project("another owner", sats(100n)))).toBe("resolving");
    });
  }
});
