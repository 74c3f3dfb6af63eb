import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { UserId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { searchRoutes, timelineRoutes } from "#slices/things/routes.ts";
import type { Purchase } from "./model/purchase.ts";
import { purchaseNumber } from "./model/receipt.ts";
import { sessionRoutes } from "./session-routes.ts";
import { givenRamp } from "./testing/ramp.harness.ts";
import { rampReads, rampRouteDeps } from "./testing/ramp-routes.harness.ts";

onDatabase("the purchases of a project", (database) => {
  async function given() {
    const ramp = await givenRamp(database());
    const rival = await ramp.world.project("rival", sats(0n));
    const reads = rampReads(ramp.deps);
    const callers = new Map<string, Caller>([
      ["owner", ramp.caller],
      ["rival", rival],
    ]);
    const app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [
        ...reads.lists,
        sessionRoutes(rampRouteDeps(ramp.deps)),
        timelineRoutes({ db: ramp.deps.db, timelines: reads.timelines }),
        searchRoutes({ finders: reads.finders }),
      ],
    });
    const ask = async (url: string, apikey = "owner") => await app.inject({ url, headers: { apikey } });
    const ids = async (url: string, as?: string) =>
      ((await ask(url, as)).json().data as Record<string, string>[]).map(
        (row) => row["purchase_id"] ?? row["session_id"],
      );
    /** The person who bought, in the own wallet. */
    const asBuyer = ({ userId }: Purchase) =>
      callers.set("buyer", { wallet: rival.wallet, actor: { kind: "user", userId: userId as UserId, sessionId: "s" } });
    return { ...ramp, app, ask, ids, asBuyer };
  }

  it("are those that somebody decided to pay, by state, session, person and time", async () => {
    const { quoted, begun, authorized, later, ids, ask, stateOf } = await given();
    const [price, waiting, delivered] = [await quoted(), await begun(), await authorized()];
    await later();
    await later();
    expect(await stateOf(delivered)).toBe("completed");

    expect(await ids("/purchases")).toEqual([delivered.id, waiting.id]);
    expect(await ids("/purchases?state=completed")).toEqual([delivered.id]);
    expect(await ids("/purchases?state=requires_payment")).toEqual([waiting.id]);
    expect(await ids("/purchases?state=refunded")).toEqual([]);
    expect(await ids(`/purchases?session_id=${waiting.sessionId}`)).toEqual([waiting.id]);
    expect(await ids(`/purchases?session_id=${waiting.sessionId}&state=completed`)).toEqual([]);
    expect(await ids(`/purchases?user_id=${delivered.userId}`)).toEqual([delivered.id]);
    expect(await ids(`/purchases?from=${delivered.createdAt.toISOString()}`)).toEqual([delivered.id]);
    expect(await ids("/purchases", "rival")).toEqual([]);
    expect(await ids(`/purchases?session_id=${waiting.sessionId}`, "rival")).toEqual([]);
    expect((await ask(`/purchases?session_id=${price.sessionId}&user_id=${price.userId}`)).statusCode).toBe(400);

    const [line] = (await ask("/purchases?format=csv&state=completed")).body.split("\r\n").slice(1);
    expect(line).toContain(`${delivered.id},${purchaseNumber(delivered.id)},`);
    expect((await ask(`/purchases/${delivered.id}`)).json().data).toMatchObject({
      purchase_id: delivered.id,
      state: "completed",
      source_amount: "25.00",
      source_currency: "EUR",
      payment_id: expect.any(String),
    });
    for (const [id, as] of [
      [price.id, "owner"],
      [delivered.id, "rival"],
      ["x", "owner"],
    ] as const)
      expect((await ask(`/purchases/${id}`, as)).json().error.code).toBe("purchase_not_found");
  });

  it("tell the project and the person what became of them, and nobody else", async () => {
    const { begun, authorized, later, ask, asBuyer } = await given();
    const waiting = await begun();
    const told = async ({ id }: Purchase, as?: string) => (await ask(`/purchases/${id}/timeline`, as)).json();
    expect((await told(waiting)).data).toMatchObject({
      status: "requires_payment",
      where: "No money was taken from the card.",
      why: "A card is waited for.",
      endsBy: expect.any(String),
    });
    const delivered = await authorized();
    await later();
    await later();
    const { data } = await told(delivered);
    expect(data).toMatchObject({ status: "completed", next: null, endsBy: null });
    const textsOf = ({ happened }: { happened: { text: string }[] }) => happened.map(({ text }) => text);
    const happened = [
      expect.stringContaining("for 25.00 EUR"),
      "The person decided to pay.",
      "The card paid 25.00 EUR.",
      "The bitcoin has arrived.",
    ];
    const event = "The event ramp.purchase.completed";
    expect(textsOf(data)).toEqual([...happened, `${event} was written.`, expect.stringContaining(`${event} is about`)]);
    asBuyer(delivered);
    expect(textsOf((await told(delivered, "buyer")).data), "events are the project's").toEqual(happened);
    expect((await told(waiting, "buyer")).error.code).toBe("not_found");
    expect((await told(delivered, "rival")).error.code).toBe("not_found");
  });

  it("are found by the number that people name, the payment, and the session's own name and address", async () => {
    const { authorized, opened, later, ask, asBuyer, reread } = await given();
    const session = await opened({ referenceId: "order-77" });
    const bought = await authorized(session);
    await later();
    await later();
    const { progress } = await reread(bought);
    const payment = "delivery" in progress ? progress.delivery?.paymentId : "";
    const found = async (text: string, as?: string) =>
      ((await ask(`/search?q=${encodeURIComponent(text)}`, as)).json().data.found as Record<string, string>[]).map(
        ({ kind, id }) => `${kind} ${id}`,
      );
    const [purchase, of] = [`purchase ${bought.id}`, `session ${session.id}`];
    for (const name of [bought.id, purchaseNumber(bought.id), String(payment)]) {
      expect(await found(name), name).toEqual([purchase]);
      expect(await found(name, "rival"), name).toEqual([]);
    }
    for (const name of [session.id, "order-77", session.email]) {
      expect(await found(name), name).toEqual([of]);
      expect(await found(name, "rival"), name).toEqual([]);
    }
    asBuyer(bought);
    expect(await found(purchaseNumber(bought.id), "buyer")).toEqual([purchase]);
    expect(await found("order-77", "buyer"), "it is the project's").toEqual([]);
  });

  it("belong to sessions, which are listed by state, name and time", async () => {
    const { session, opened, ids } = await given();
    const [open, active, late] = [await session({ referenceId: "order-8" }), await opened(), await session()];
    await database().admin.query(sql`
      update ramp.session
         set created_at = created_at - interval '16 minutes',
             expires_at = expires_at - interval '16 minutes'
       where id = ${late.id}`);
    const listed = async (query: string) => (await ids(`/api/v1/ramp-widget?${query}`)).filter((id) => mine.has(id));
    const mine = new Set<string | undefined>([open.id, active.id, late.id]);
    expect(await listed("limit=100")).toEqual([late.id, active.id, open.id]);
    expect(await listed("state=open")).toEqual([open.id]);
    expect(await listed("state=active")).toEqual([active.id]);
    expect(await listed("state=expired"), "although its row does not say so yet").toEqual([late.id]);
    expect(await listed("state=completed")).toEqual([]);
    expect(await listed("reference_id=order-8")).toEqual([open.id]);
    expect(await listed("reference_id=order-8&state=active")).toEqual([]);
    expect(await listed(`from=${active.createdAt.toISOString()}`)).not.toContain(late.id);
    expect(await ids("/api/v1/ramp-widget?reference_id=order-8", "rival")).toEqual([]);
  });
});
