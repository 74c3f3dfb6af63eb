import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Payment } from "../model/payment.ts";
import { givenDriving } from "../testing/driving.harness.ts";

/** The last resort: what the batched functions see first, the table refuses too. */
onDatabase("the index over payment hashes", (database) => {
  const write = ({ id }: Payment, hash: Uint8Array, state: "ready" | "failed", isFrozen = false) =>
    database().admin.query(sql`
      update payments.payment
         set previous_state = 'resolving',
             state = ${state},
             payment_hash = ${hash},
             hash_is_frozen = ${isFrozen},
             failure_code = case when ${state} = 'failed' then 'no_route' end,
             processed_at = case when ${state} = 'failed' then now() end
       where id = ${id}`);

  async function givenTwo(): Promise<readonly [Payment, Payment, Uint8Array]> {
    const { lease } = await givenDriving(database());
    return [await lease(), await lease(), randomBytes(32)];
  }

  it("refuses a second payment of a hash while the first one has not failed", async () => {
    const [first, second, hash] = await givenTwo();
    await write(first, hash, "ready");
    await expect(write(second, hash, "ready")).rejects.toThrow(/unique constraint "payment_hash"/);
  });

  it("gives the hash of a failed payment to the next one, unless it is frozen", async () => {
    const [first, second, hash] = await givenTwo();
    await write(first, hash, "failed", true);
    await expect(write(second, hash, "ready")).rejects.toThrow(/unique constraint "payment_hash"/);

    await write(first, hash, "failed");
    await write(second, hash, "ready");
    await expect(write(first, hash, "failed", true)).rejects.toThrow(/unique constraint "payment_hash"/);
  });
});
