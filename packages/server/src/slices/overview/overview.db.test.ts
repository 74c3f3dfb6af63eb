import { bytesToHex } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, projectOf } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey } from "#projects";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { appendEvent, endDelivery } from "#slices/events/testing/events.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { overviewRoutes } from "./routes.ts";

const random = machineRandom();

onDatabase("GET /overview", (database) => {
  let app: Api;
  let world: World;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["new", "payer", "payee"]) callers.set(name, await world.project(name, sats(100n)));
    app = await sampleApp({
      authenticate: (key) => callers.get(key),
      routes: [asProjectPages(overviewRoutes({ db: database().db }))],
    });
  });
  afterAll(() => app.close());

  const callerOf = (name: string) => callers.get(name) as Caller;
  const get = async (apikey: string) =>
    (await ask(app, { method: "GET", url: `${PROJECT_PAGES}/overview`, headers: { apikey } })).json().data;

  it("of a new project has nothing done", async () => {
    expect(await get("new")).toEqual({
      unit: "msats",
      available: "100000",
      reserved: "0",
      firstSteps: { keys: "none", paid: false, received: "never", webhooks: "none" },
      troubledEndpoints: 0,
    });
  });

  it("has what was paid and received, each for its own project", async () => {
    const payOnce = () =>
      pay(world.pay, world.request(callerOf("payer"), { lnAddress: "payee@example.com", amount: msats(10n) }));
    world.pay.recipientOf = async () => callerOf("payee").wallet;
    await payOnce();
    expect((await get("payer")).firstSteps).toMatchObject({ paid: true, received: "never" });
    expect((await get("payee")).firstSteps).toMatchObject({ paid: false, received: "once" });
    await payOnce();
    expect(await get("payee")).toMatchObject({ available: "100020", firstSteps: { received: "more" } });
  });

  it("has what is set aside for a payment that is under way", async () => {
    world.pay.recipientOf = async () => undefined;
    const lnAddress = world.recipient("slow", {
      invoice: (query) => {
        const { text, paymentHash, preimage } = world.invoice({ amount: msats(BigInt(query.get("amount") ?? "0")) });
        world.node.paying.recipients.set(bytesToHex(paymentHash), { preimage, hold: true, received: 0n });
        return { pr: text, routes: [] };
      },
    });
    const asked = world.request(callerOf("new"), { lnAddress, amount: sats(20n), waitMs: 0 });
    const { payment } = await pay(world.pay, asked);
    await world.settled();
    const { available, reserved } = await get("new");
    expect(BigInt(reserved)).toBe(payment.amount + payment.feeLimit);
    expect(BigInt(available) + BigInt(reserved)).toBe(100_000n);
  });

  it("knows a key, its first use, an endpoint and its first delivery", async () => {
    const { db, admin } = database();
    const caller = callerOf("new");
    const deps = { db, clock: machineClock, random, journal: memoryJournal() };
    const { key } = await createKey(deps, { projectId: projectOf(caller), name: "first" });
    expect((await get("new")).firstSteps.keys).toBe("made");
    await admin.query(sql`update projects.project_key set last_used_at = now() where id = ${key.id}`);
    expect((await get("new")).firstSteps.keys).toBe("used");
    expect((await get("payer")).firstSteps.keys).toBe("none");
    await admin.query(sql`update projects.project_key set of_member = true where id = ${key.id}`);
    expect((await get("new")).firstSteps.keys).toBe("none");

    const receiverId = await givenEndpoint(db, caller.wallet.owner.id);
    const eventId = await appendEvent(db, caller);
    expect((await get("new")).firstSteps.webhooks).toBe("made");
    await endDelivery(db, { eventId, receiverId, state: "failed" });
    expect((await get("new")).firstSteps.webhooks).toBe("made");
    await endDelivery(db, { eventId: await appendEvent(db, caller), receiverId, state: "delivered" });
    expect((await get("new")).firstSteps.webhooks).toBe("delivered");
  });

  it("counts the project's endpoints that accept nothing or were switched off, and no others", async () => {
    const { admin, db } = database();
    const owner = callerOf("payee").wallet.owner.id;
    const endpoint = await givenEndpoint(db, owner);
    const change = (set: string) =>
      admin.query({ text: `update events.endpoint set ${set} where id = $1`, values: [endpoint] });
    const counted = async () => [(await get("payee")).troubledEndpoints, (await get("payer")).troubledEndpoints];
    expect(await counted()).toEqual([0, 0]);
    await change("failing_since = now(), failures = 2");
    expect(await counted()).toEqual([0, 0]);
    await change("failures = 3");
    expect(await counted()).toEqual([1, 0]);
    await change("failing_since = null, failures = 0, state = 'disabled', disabled_reason = 'answered 410'");
    expect(await counted()).toEqual([1, 0]);
    await change("disabled_reason = 'disabled by the project'");
    expect(await counted()).toEqual([0, 0]);
    await change("failing_since = now(), failures = 3");
    expect(await counted()).toEqual([0, 0]);
  });
});
