import { expect, it } from "vitest";
import { listEventsOf } from "#events";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { personReads, projectReads } from "#service/thing-routes.ts";
import { endDelivery } from "#slices/events/testing/events.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { rampReads } from "#slices/ramp/testing/ramp-routes.harness.ts";
import { givenCharge } from "#slices/receiving/testing/receiving.harness.ts";

onDatabase("a timeline", (database) => {
  async function given() {
    const driving = await givenDriving(database());
    const { world, caller } = driving;
    const rival = await world.project("rival", sats(0n));
    const person: Caller = {
      ...caller,
      actor: { kind: "user", userId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60702" as never, sessionId: "s" },
    };
    const callers = new Map([
      ["owner", caller],
      ["rival", rival],
      ["person", person],
    ]);
    const bags = { paying: world.pay, requests: { db: world.pay.db, finders: {} }, ramp: rampReads(world.pay) };
    const appOf = async (routes: typeof projectReads) =>
      await sampleApp({ authenticate: async (key) => callers.get(key), routes: routes(bags) });
    const apps = { project: await appOf(projectReads), person: await appOf(personReads) };
    const told = async (path: string, apikey = "owner", headers: Record<string, string> = {}) => {
      const app = apikey === "person" ? apps.person : apps.project;
      return (await app.inject({ url: `${path}/timeline`, headers: { apikey, ...headers } })).json();
    };
    return { ...driving, told };
  }

  it("says of a payment that is held where its money is, why, and until when; then that it was paid", async () => {
    const { world, pay, later, told } = await given();
    world.node.plan = holds();
    const payment = await pay();
    await later(MINUTE);
    const { data } = await told(`/payments/${payment.id}`);
    expect(data).toMatchObject({
      status: "processing",
      where: "It is under way to the recipient.",
      why: "The recipient, or a node on the way, holds the payment.",
      next: expect.stringContaining("The recipient takes it"),
      nextCheckAt: expect.any(String),
      endsBy: expect.any(String),
    });
    expect(data.happened.map(({ text }: { text: string }) => text)).toEqual([
      "100 sat and at most 10 sat for the fee were set aside.",
      "Attempt 1: the Lightning node was asked to pay.",
    ]);
  });

  it("has the events of a payment that failed, and what each receiver has said", async () => {
    const { world, caller, pay, told } = await given();
    const { db } = database();
    const [first, second] = [
      await givenEndpoint(db, caller.wallet.owner.id, { url: "https://first.example/hook" }),
      await givenEndpoint(db, caller.wallet.owner.id, { url: "https://second.example/hook" }),
    ];
    world.node.plan = fails("recipient_rejected");
    const payment = await pay();
    await world.settled();
    const [event] = await listEventsOf(db, caller.wallet.owner.id, [payment.id]);
    const eventId = event?.id as NonNullable<typeof event>["id"];
    const textsOf = async (as?: string) => {
      const { data } = await told(`/payments/${payment.id}`, as);
      return data.happened.slice(2).map(({ text, thing }: { text: string; thing: unknown }) => [text, thing]);
    };
    const thing = { kind: "event", id: eventId };
    const waiting = (host: string) => [`The event payment.failed is about to be sent to ${host}.`, thing];
    const failed = ["It failed. All that was set aside went back to the wallet.", null];
    const written = ["The event payment.failed was written.", thing];
    expect(await textsOf()).toEqual(
      expect.arrayContaining([failed, written, waiting("first.example"), waiting("second.example")]),
    );
    await endDelivery(db, { eventId, receiverId: first, state: "delivered" });
    await endDelivery(db, { eventId, receiverId: second, state: "failed" });
    expect(await textsOf()).toEqual(
      expect.arrayContaining([
        failed,
        written,
        ["first.example accepted the event payment.failed and answered 204.", thing],
        ["second.example did not accept the event payment.failed, and it is not tried again.", thing],
      ]),
    );
    expect((await told(`/payments/${payment.id}`)).data).toMatchObject({
      status: "failed",
      where: "Nothing was paid. All of it is in the wallet again.",
      why: "The recipient’s wallet refused the payment.",
      next: null,
    });
  });

  it("is in the language of a person, and in English for a project", async () => {
    const { world, pay, told } = await given();
    world.node.plan = fails("recipient_rejected");
    const payment = await pay();
    await world.settled();
    const german = { "accept-language": "de" };
    const why = async (as: string) => (await told(`/payments/${payment.id}`, as, german)).data.why;
    expect(await why("owner")).toBe("The recipient’s wallet refused the payment.");
    expect(await why("person")).toBe("Die Wallet des Empfängers hat die Zahlung abgelehnt.");
  });

  it("is of the caller's things alone, and of what there is", async () => {
    const { world, caller, pay, told } = await given();
    const payment = await pay();
    await world.settled();
    const charge = await givenCharge(database(), caller);
    expect((await told(`/charges/${charge.id}`)).data).toMatchObject({
      status: "pending",
      where: "Nothing has come in.",
      endsBy: charge.expiresAt.toISOString(),
    });
    for (const path of [`/payments/${payment.id}`, `/charges/${charge.id}`])
      expect((await told(path, "rival")).error).toMatchObject({ code: "not_found", message: "there is no such thing" });
    for (const path of [`/payments/${charge.id}`, `/charges/${payment.id}`, `/vouchers/${payment.id}`, "/payments/x"])
      expect((await told(path)).error.code).toBe("not_found");
  });
});
