import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { User } from "#users";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import { cancelPurchase } from "./checkout/cancel-purchase.ts";
import { DECLINES_MAX } from "./model/limits.ts";
import { LOOPBACK } from "./model/network.ts";
import type { Purchase } from "./model/purchase.ts";
import type { Session } from "./model/session.ts";
import { type Given, givenRamp, random, verifyUser } from "./testing/ramp.harness.ts";
import { RAMP_SETTINGS } from "./testing/ramp-routes.harness.ts";

onDatabase("somebody who tries out cards", (database) => {
  const declined = async (ramp: Given, session: Session, declines: number): Promise<Purchase> => {
    const bought = await ramp.begun(session);
    ramp.cards.say(bought.id, { declines, declined: "the card was declined" });
    return bought;
  };

  it("loses the session with the third declined card", async () => {
    const ramp = await givenRamp(database());
    const session = await ramp.opened();
    const bought = await declined(ramp, session, 3);
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("failed");
    const ended = await ramp.rereadSession(session.id);
    expect(ended.progress).toMatchObject({ kind: "canceled", endedAt: expect.any(Date) });
    await expect(ramp.quoted(ended)).rejects.toMatchObject({ code: "ramp_session_ended" });
  });

  it("loses it also when the person cancels after each second card", async () => {
    const ramp = await givenRamp(database());
    const session = await ramp.opened();
    const first = await declined(ramp, session, 2);
    await cancelPurchase(ramp.deps, session, first.id);
    expect((await ramp.rereadSession(session.id)).progress.kind).toBe("active");
    const second = await declined(ramp, session, 1);
    await cancelPurchase(ramp.deps, session, second.id);
    expect((await ramp.rereadSession(session.id)).progress.kind).toBe("canceled");
  });
});

onDatabase("somebody who tries out cards in ever new sessions", (database) => {
  const tail = () => random.uuid().slice(-12);
  const refused = { code: "ramp_cards_declined", status: 429, retryAfterSeconds: expect.any(Number) };

  const openedBy = (ramp: Given, buyer: { user?: User; network?: string }) =>
    ramp.opened({ destination: ramp.world.recipient(`to-${tail()}`) }, buyer);

  /** Begins in a session of its own, and has so many cards declined. Nobody ends the purchase. */
  async function decline(ramp: Given, buyer: { user?: User; network?: string }, declines: number): Promise<Purchase> {
    const bought = await ramp.begun(await openedBy(ramp, buyer), "5");
    ramp.cards.say(bought.id, { declines, declined: "the card was declined" });
    await ramp.later();
    return bought;
  }

  const quotedBy = async (ramp: Given, buyer: { user?: User; network?: string }) =>
    await ramp.quoted(await openedBy(ramp, buyer), "5");
  const begin = async ({ deps, rereadSession }: Given, { sessionId, id }: Purchase) =>
    await beginPurchase(deps, await rereadSession(sessionId), id);

  it("begins nothing after the third card, until an hour after the one that was too many", async () => {
    const ramp = await givenRamp(database());
    const user = await ramp.person();
    await decline(ramp, { user }, 2);
    ramp.clock.advance(30 * 60_000);
    await decline(ramp, { user }, 1);
    const third = await quotedBy(ramp, { user });
    const error = await begin(ramp, third).catch((reason) => reason);
    expect(error).toMatchObject(refused);
    // The two first ones leave the hour after half of it.
    expect(error.retryAfterSeconds).toBeGreaterThan(29 * 60);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(30 * 60);
    expect(await ramp.stateOf(third)).toBe("quoted");
    ramp.clock.advance((error.retryAfterSeconds - 2) * 1_000);
    await expect(begin(ramp, await quotedBy(ramp, { user }))).rejects.toMatchObject(refused);
    ramp.clock.advance(3_000);
    await begin(ramp, await quotedBy(ramp, { user }));
  });

  it("is known by the mail address without its tag, and by no other thing", async () => {
    const ramp = await givenRamp(database());
    const name = `mule-${tail()}`;
    await decline(ramp, { user: await ramp.person(`${name}@example.com`) }, 3);
    const other = await quotedBy(ramp, { user: await ramp.person(`${name}+2@example.com`) });
    await expect(begin(ramp, other)).rejects.toMatchObject(refused);
    await begin(ramp, await quotedBy(ramp, { user: await ramp.person() }));
  });

  it("is known by the network, which stands for several people, but for loopback", async () => {
    const limits = { ...RAMP_SETTINGS.limits, peoplePerNetwork: 2 };
    const ramp = await givenRamp(database(), { limits });
    for (const network of [`net-${tail()}`, LOOPBACK]) {
      await decline(ramp, { network }, DECLINES_MAX);
      await decline(ramp, { network }, DECLINES_MAX - 1);
      await begin(ramp, await quotedBy(ramp, { network }));
      await decline(ramp, { network }, 1);
      const code = await begin(ramp, await quotedBy(ramp, { network })).then(
        () => "begun",
        (error) => error.code,
      );
      expect([network, code]).toEqual([network, network === LOOPBACK ? "begun" : "ramp_cards_declined"]);
    }
  });

  it("is counted once for each card, whoever looks, and never less", async () => {
    const ramp = await givenRamp(database());
    const user = await ramp.person();
    const bought = await decline(ramp, { user }, 2);
    expect((await ramp.reread(bought)).declines).toBe(2);
    await Promise.all(Array.from({ length: 5 }, () => ramp.later()));
    await cancelPurchase(ramp.deps, await ramp.rereadSession(bought.sessionId), bought.id);
    expect((await ramp.reread(bought)).declines).toBe(2);
    await begin(ramp, await quotedBy(ramp, { user }));
  });

  it("gets no purchase of many that begin together", async () => {
    const ramp = await givenRamp(database());
    const user = await ramp.person();
    await verifyUser(database().admin, user);
    await decline(ramp, { user }, 3);
    const quoted = await Promise.all(Array.from({ length: 6 }, () => quotedBy(ramp, { user })));
    const results = await Promise.allSettled(quoted.map((purchase) => begin(ramp, purchase)));
    expect(results.map((result) => result.status === "rejected" && result.reason.code)).toEqual(
      quoted.map(() => "ramp_cards_declined"),
    );
  });
});
