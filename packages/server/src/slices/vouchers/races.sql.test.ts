import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { redeemVoucher } from "./claim/redeem-voucher.ts";
import { revokeVoucher } from "./issue/end-voucher.ts";
import { givenVouchers, MOST, random } from "./testing/vouchers.harness.ts";

/** Each way begins first in one round, so that more than one of them wins. */
const HEAD_START_MS = 40;

const PATIENCE_MS = 120_000;

/** Of a race nobody knows who wins: more rounds, where all had the same winner. */
const ROUNDS_MIN = 3;
const ROUNDS_MAX = 20;

onDatabase("a voucher that a thousand want", (database) => {
  it("goes to one of them, whether into a wallet, over Lightning or back, from two processes", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { issue, claim, later, deps, issuer, taker, codeOf, stateOf, world, balance, outstanding, breaches } =
      await givenVouchers(database());
    const ends = new Set<string | undefined>();
    for (let round = 0; round < ROUNDS_MIN || (ends.size === 1 && round < ROUNDS_MAX); round += 1) {
      const askers = round === 0 ? 1_000 : 100;
      const before = (await balance(issuer)) + (await balance(taker));
      const sentBefore = world.node.requests.length;
      const secret = await issue();
      const code = codeOf(secret.voucher);
      const other = { ...deps, batch: database().batchOn(machineClock) };
      const ways = [
        (on: typeof deps, idempotencyKey: string) =>
          redeemVoucher(on, { caller: taker, code, token: secret.token, network: "n", idempotencyKey }),
        (on: typeof deps, _: string, invoice: string) => claim(secret, { on, invoice }),
        (on: typeof deps, idempotencyKey: string) => revokeVoucher(on, { caller: issuer, code, idempotencyKey }),
      ];
      const requests = Array.from(
        { length: askers },
        () => [random.uuid(), world.invoice({ amount: MOST }).text] as const,
      );
      const asked = requests.map(async ([key, invoice], i) => {
        await machineClock.sleep((i + round) % 3 === 0 ? 0 : HEAD_START_MS);
        return await patiently(async () => await ways[i % 3]?.(i % 2 ? deps : other, key, invoice));
      });
      const results = await Promise.allSettled(asked);
      await later(5_000);

      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      const reasons = new Set(refusals.map((error) => error.code ?? error.reason ?? error.message));
      const state = await stateOf(secret);
      ends.add(state);
      for (const reason of reasons) expect(reason).toMatch(/^(voucher_)?(claiming|redeemed|revoked)$/);
      expect(await outstanding()).toBe(0n);
      const paid = world.node.requests.length - sentBefore;
      expect((await balance(issuer)) + (await balance(taker))).toBe(before - (paid === 1 ? 991_500n : 0n));
      expect(await breaches()).toEqual([]);
    }
    expect(ends.size).toBeGreaterThan(1);
  });
});

/**
 * Asks again, as the same request, when a connection was not to be had: on a busy machine a thousand wait for twenty.
 */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      const { code, reason } = error as { readonly code?: string; readonly reason?: string };
      if (code !== "unavailable" && reason !== "not_paid") throw error;
    }
}
