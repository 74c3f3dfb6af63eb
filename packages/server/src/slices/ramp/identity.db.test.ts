import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findUser } from "#users";
import { limitsLeft } from "./checkout/read-checkout.ts";
import { verifyIdentity } from "./checkout/verify-identity.ts";
import { followIdentity } from "./drive/follow-identity.ts";
import { takeMessage } from "./drive/take-message.ts";
import type { Customer } from "./model/customer.ts";
import type { IdentityResult } from "./model/ports.ts";
import type { Session } from "./model/session.ts";
import { findCustomer, insertTry, leaseDueCustomers, updateTryReference } from "./store/customers.ts";
import { type Given, givenRamp, random } from "./testing/ramp.harness.ts";

onDatabase("the identity of who buys", (database) => {
  async function asked(): Promise<Given & { readonly buyer: Session }> {
    const ramp = await givenRamp(database());
    const buyer = await ramp.opened();
    await verifyIdentity(ramp.deps, buyer);
    return { ...ramp, buyer };
  }

  async function customerOf({ userId }: Session, now = new Date()): Promise<Customer> {
    const found = userId && (await findCustomer(database().db, userId, now));
    if (found === undefined) throw new Error("nobody has asked for an identity");
    return found;
  }

  const say = (people: Given["people"], state: IdentityResult["state"], reason?: string) =>
    people.say({ state, reason });

  it.each([
    ["waiting", "pending", true],
    ["processing", "processing", true],
    ["approved", "approved", false],
    ["rejected", "rejected", false],
    ["retry", "retry", false],
    ["review", "review", true],
    ["expired", "expired", false],
  ] as const)("that is %s at the provider is %s here, and asked about again: %s", async (said, state, isDue) => {
    const { people, later, buyer, clock } = await asked();
    say(people, said, `because it is ${said}`);
    await later(2_000);
    const { identity, reason } = await customerOf(buyer);
    expect([identity, reason]).toEqual([state, `because it is ${said}`]);
    const now = new Date(clock.now().getTime() + 120_000);
    const due = await leaseDueCustomers(database().db, { now, leaseUntil: now, limit: 100 });
    expect(due.some(({ userId }) => userId === buyer.userId)).toBe(isDue);
  });

  it("is told once when it is approved, raises the limits and the level of the user", async () => {
    const { people, deps, buyer, events, begun, opened } = await asked();
    say(people, "approved");
    const before = await customerOf(buyer);
    expect((await limitsLeft(deps, buyer, before))?.unverified).toBe(15_000n);
    await expect(begun(buyer, "151")).rejects.toMatchObject({ code: "ramp_identity_needed" });
    await Promise.all(Array.from({ length: 6 }, () => followIdentity(deps, before)));
    await followIdentity(deps, await customerOf(buyer));

    expect(await events(buyer)).toEqual(["ramp.kyc.completed"]);
    expect(buyer.userId && (await findUser(database().db, buyer.userId))?.identityVerifiedAt).toBeDefined();
    expect((await limitsLeft(deps, buyer, await customerOf(buyer)))?.unverified).toBeUndefined();
    const user = buyer.userId && (await findUser(database().db, buyer.userId));
    if (user === undefined) throw new Error("the user is lost");
    expect((await begun(await opened({}, { user }), "2500")).state).toBe("requires_payment");
  });

  it("that is rejected stays so: no message, no try and no answer changes it", async () => {
    const { people, later, deps, buyer, clock, events } = await asked();
    say(people, "rejected", "the document is false");
    await later(2_000);
    const { reference } = (await customerOf(buyer)).try ?? {};
    say(people, "approved");
    await takeMessage(deps, "test", {
      ...{ id: `evt-${buyer.id}`, type: "verified" },
      subject: { kind: "identity", reference: reference ?? "" },
    });
    clock.advance(60_000);
    await later(60_000);
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({ code: "ramp_identity_refused" });
    const tried = {
      ...{ userId: (await customerOf(buyer)).userId, provider: "test", tryId: random.uuid(), sessionId: buyer.id },
      ...{ triesMax: 5, now: clock.now() },
    };
    expect(await insertTry(database().db, tried)).toBeUndefined();
    expect((await customerOf(buyer)).identity).toBe("rejected");
    expect(buyer.userId && (await findUser(database().db, buyer.userId))?.identityVerifiedAt).toBeUndefined();
    expect(await events(buyer)).toEqual([]);
  });

  it("that was approved is not asked for again", async () => {
    const { people, later, deps, buyer } = await asked();
    say(people, "approved");
    await later(2_000);
    say(people, "rejected");
    await later(3_600_000);
    expect((await customerOf(buyer)).identity).toBe("approved");
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({ code: "ramp_identity_refused" });
  });

  it("can be tried five times, each one of its own", async () => {
    const { people, later, deps, buyer } = await asked();
    const tries = new Set<string | undefined>([(await customerOf(buyer)).try?.id]);
    for (let times = 2; times <= 5; times += 1) {
      say(people, "retry", "the picture was blurred");
      await later(2_000);
      await Promise.allSettled(Array.from({ length: 4 }, () => verifyIdentity(deps, buyer)));
      tries.add((await customerOf(buyer)).try?.id);
    }
    expect([tries.size, (await customerOf(buyer)).tries]).toEqual([5, 5]);
    say(people, "retry");
    await later(2_000);
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({
      ...{ code: "ramp_identity_refused", message: "the identity was tried too often" },
    });
  });

  it("goes on with the try that is under way, in another session of the user too", async () => {
    const { deps, buyer, opened } = await asked();
    const first = (await customerOf(buyer)).try;
    const user = buyer.userId && (await findUser(database().db, buyer.userId));
    if (user === undefined) throw new Error("the user is lost");
    await verifyIdentity(deps, await opened({}, { user }));
    expect((await customerOf(buyer)).try).toEqual(first);
  });

  it("cannot be had with the try of another user", async () => {
    const { people, deps, buyer, opened, later, events } = await asked();
    const other = await opened();
    await verifyIdentity(deps, other);
    const [mine, theirs] = [await customerOf(buyer), await customerOf(other)];
    const dueAt = deps.clock.now();
    const steal = { userId: theirs.userId, tryId: theirs.try?.id ?? "", reference: mine.try?.reference ?? "", dueAt };
    await updateTryReference(database().db, steal);
    expect((await customerOf(other)).try?.reference).toBe(theirs.try?.reference);
    await database().admin.query(
      sql`update ramp.customer set reference = null, due_at = null where user_id = ${theirs.userId}`,
    );
    await expect(updateTryReference(database().db, steal)).rejects.toThrow(/customer_reference/);

    say(people, "approved");
    await later(2_000);
    expect([(await customerOf(buyer)).identity, (await customerOf(other)).identity]).toEqual(["approved", "pending"]);
    expect([await events(buyer), await events(other)]).toEqual([["ramp.kyc.completed"], []]);
  });

  it("needs a proved address and a session that lasts", async () => {
    const { deps, session, opened } = await givenRamp(database());
    await expect(verifyIdentity(deps, await session())).rejects.toMatchObject({ code: "ramp_address_not_proved" });
    const ended = { ...(await opened()), state: "expired" as const };
    await expect(verifyIdentity(deps, ended)).rejects.toMatchObject({ code: "ramp_session_ended" });
  });
});
