import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { fails, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { paymentRoutes } from "./routes.ts";
import { createWorld, type World } from "./testing/world.harness.ts";

onDatabase("the routes of payments with a callbackUrl", (database) => {
  let app: Api;
  let world: World;
  let payer: Caller;
  let url: string;

  beforeAll(async () => {
    world = createWorld(database());
    payer = await world.project("payer", sats(1_000_000n));
    app = await sampleApp({
      ...world.drive,
      log: createLog({ level: "silent", pretty: false }),
      authenticate: async () => payer,
      routes: [paymentRoutes(world.pay)],
    });
    url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/v0/ln-address/send-payment`;
  });
  afterAll(() => app.close());

  const request = () => ({ lnAddress: world.recipient("shop"), amount: "100000" });

  /** Whether the callbackUrl of a payment may be called now, though its delay is not over. */
  const isReleased = async (internalId: string) => {
    const [row] = await database().db.query<{ released: boolean }>(sql`
      select p.callback_after < p.created_at + interval '5 seconds' as released
        from payments.payment p
       where p.internal_id = ${internalId}`);
    return row?.released;
  };
  const callbackUrl = "https://shop.example/paid";

  it("let the callbackUrl be called once the answer is out, also of a payment that failed or is replayed", async () => {
    const ask = async (internalId: string, plan: typeof world.node.plan) => {
      world.node.plan = plan;
      const answer = await fetch(url, {
        method: "POST",
        headers: { apikey: "payer", "content-type": "application/json", "idempotency-key": internalId },
        body: JSON.stringify({ ...request(), internalId, callbackUrl }),
      });
      await answer.text();
      await expect.poll(() => isReleased(internalId)).toBe(true);
      await world.settled();
      return answer.status;
    };
    expect(await ask("answered", pays())).toBe(200);
    expect(await ask("answered-failed", fails())).toBe(400);

    await database().admin.query(sql`
      update payments.payment set callback_after = now() + interval '1 hour' where internal_id = 'answered'`);
    expect(await isReleased("answered")).toBe(false);
    expect(await ask("answered", pays())).toBe(200);
  });

  it("let no callbackUrl be called before the answer is out, and call it when the caller hangs up", async () => {
    const taken = Promise.withResolvers<void>();
    world.node.plan = async () => {
      await taken.promise;
      return pays();
    };
    const hangUp = new AbortController();
    const answer = fetch(url, {
      method: "POST",
      headers: { apikey: "payer", "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ ...request(), internalId: "hangs up", callbackUrl }),
      signal: hangUp.signal,
    });
    answer.catch(() => undefined);
    await expect.poll(() => isReleased("hangs up")).toBe(false);

    hangUp.abort();

    await expect.poll(() => isReleased("hangs up")).toBe(true);
    taken.resolve();
    await world.settled();
    world.node.plan = pays();
  });
});
