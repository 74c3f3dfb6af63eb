import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Purchase } from "../model/purchase.ts";
import { givenRamp } from "../testing/ramp.harness.ts";
import { makeQuote } from "./make-quote.ts";
import { readCheckout } from "./read-checkout.ts";
import { sayCardGiven, sayIdentityGiven } from "./say-given.ts";
import { verifyIdentity } from "./verify-identity.ts";

const MINUTE_MS = 60_000;

onDatabase("what the page says that it gave", (database) => {
  async function given() {
    const ramp = await givenRamp(database());
    const { deps } = ramp;
    const stepOf = async ({ sessionId }: Pick<Purchase, "sessionId">) =>
      (await readCheckout(deps, await ramp.rereadSession(sessionId), "rsp")).step;
    const say = async ({ id, sessionId }: Pick<Purchase, "id" | "sessionId">, isGiven: boolean) =>
      await sayCardGiven(deps, await ramp.rereadSession(sessionId), { id, isGiven });
    return { ...ramp, stepOf, say };
  }

  it("is shown until the bank has answered, also when the page is gone and nobody ever says more", async () => {
    const { begun, say, stepOf, clock, stateOf, later } = await given();
    const bought = await begun();
    expect(await stepOf(bought)).toBe("card");
    await say(bought, true);
    expect(await stepOf(bought)).toBe("working");
    clock.advance(MINUTE_MS - 5_000);
    expect(await stepOf(bought)).toBe("working");
    clock.advance(5_000); // the page has died with the card: the person may give one again
    expect(await stepOf(bought)).toBe("card");
    await later(0);
    expect(await stateOf(bought)).not.toBe("authorized");
  });

  it("is over with each card that is declined, and begins again with the next", async () => {
    const { begun, say, stepOf, cards, later } = await given();
    const bought = await begun();
    await say(bought, true);
    cards.say(bought.id, { declined: "no", declines: 1 });
    await later(1);
    expect(await stepOf(bought)).toBe("card");
    await say(bought, true);
    expect(await stepOf(bought)).toBe("working");
    await say(bought, false);
    expect(await stepOf(bought)).toBe("card");
  });

  it("wakes the purchase, however long it has waited, and decides nothing of it", async () => {
    const { begun, say, stateOf, reread, later, cards, sold } = await given();
    const bought = await begun();
    for (let looks = 0; looks < 12; looks += 1) await later(2_000);
    const { version } = await reread(bought);
    cards.authorize(bought.id);
    await say(bought, true);
    expect(await reread(bought)).toMatchObject({ version, progress: { kind: "requires_payment" } });
    await later(0); // at once: it was not due before the next minute
    expect(await stateOf(bought)).not.toBe("requires_payment");
    for (let looks = 0; looks < 3; looks += 1) await later();
    expect(await stateOf(bought)).toBe("completed");
    await say(bought, false); // too late, and nothing
    await say(bought, true);
    expect(await stateOf(bought)).toBe("completed");
    expect(await sold()).toBeGreaterThan(0n);
  });

  it("races with the bank's answer, and each card pays once", async () => {
    const { begun, say, stateOf, entries, later, cards, breaches } = await given();
    for (let round = 0; round < 3; round += 1) {
      const bought = await begun();
      cards.authorize(bought.id, bought.id);
      await Promise.all([later(0), ...[true, false, true, false].map((isGiven) => say(bought, isGiven)), later(0)]);
      for (let looks = 0; looks < 3; looks += 1) await later();
      expect(await stateOf(bought)).toBe("completed");
      expect((await entries(bought)).filter((entry) => entry.startsWith("sale"))).toHaveLength(1);
    }
    expect(await breaches()).toEqual([]);
  });

  it("is refused for a purchase that takes no card, and for one of another session", async () => {
    const { begun, quoted, opened, rereadSession, deps, say } = await given();
    await expect(say(await quoted(), true)).rejects.toMatchObject({ code: "purchase_changed" });
    const bought = await begun();
    const other = await rereadSession((await opened()).id);
    await expect(sayCardGiven(deps, other, { id: bought.id, isGiven: true })).rejects.toMatchObject({
      code: "purchase_not_found",
    });
    await database().admin.query(sql`
      update ramp.purchase
         set state = 'canceled', previous_state = 'requires_payment', version = version + 1, ended_at = now()
       where id = ${bought.id}`);
    await expect(say(bought, true)).rejects.toMatchObject({ code: "purchase_changed" });
  });

  it("is a document too: it is being looked at until its provider says something, or a minute is over", async () => {
    const { opened, rereadSession, deps, stepOf, people, later, clock } = await given();
    const session = await opened();
    const parse = (source: bigint) => makeQuote(deps, session, { source: source as never, currency: "EUR" });
    const id = await parse(40_000n);
    const asked = { id, sessionId: session.id };
    expect(await stepOf(asked)).toBe("identity");
    await verifyIdentity(deps, session);
    expect(await stepOf(asked)).toBe("identity");
    await sayIdentityGiven(deps, await rereadSession(session.id));
    expect(await stepOf(asked)).toBe("identity_wait");
    clock.advance(MINUTE_MS);
    expect(await stepOf(asked)).toBe("identity");
    await sayIdentityGiven(deps, await rereadSession(session.id));
    people.say({ state: "retry", reason: "unreadable" });
    await later();
    expect(await stepOf(asked)).toBe("identity");
    await sayIdentityGiven(deps, await rereadSession(session.id)); // no try is open
    expect(await stepOf(asked)).toBe("identity");
  });
});
