import { expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { parseMinor } from "#kernel/fiat.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findUser } from "#users";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import { makeQuote } from "./checkout/make-quote.ts";
import { limitsLeft, readCheckout } from "./checkout/read-checkout.ts";
import { verifyIdentity } from "./checkout/verify-identity.ts";
import { followIdentity } from "./drive/follow-identity.ts";
import { liftRejection } from "./drive/lift-rejection.ts";
import { takeMessage } from "./drive/take-message.ts";
import type { Customer } from "./model/customer.ts";
import type { IdentityResult } from "./model/ports.ts";
import { browserOf, type Session } from "./model/session.ts";
import { findCustomer, insertTry, leaseDueCustomers, updateTryReference } from "./store/customers.ts";
import { createTestIdentity } from "./testing/processor.harness.ts";
import { type Given, givenRamp, random } from "./testing/ramp.harness.ts";

onDatabase("the identity of who buys", (database) => {
  async function asked(): Promise<Given & { readonly buyer: Session }> {
    const ramp = await givenRamp(database());
    const buyer = await ramp.opened();
    await verifyIdentity(ramp.deps, buyer);
    return { ...ramp, buyer };
  }

  async function userOf(session: Session) {
    const userId = browserOf(session)?.userId;
    return userId && (await findUser(database().db, userId));
  }

  async function customerOf(session: Session, now = new Date()): Promise<Customer> {
    const userId = browserOf(session)?.userId;
    const found = userId && (await findCustomer(database().db, userId, now));
    if (found === undefined) throw new Error("nobody has asked for an identity");
    return found;
  }

  const say = (people: Given["people"], state: IdentityResult["state"], reason?: IdentityResult["reason"]) =>
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
    say(people, said, "document");
    await later(2_000);
    const { identity, reason } = await customerOf(buyer);
    expect([identity, reason]).toEqual([state, "document"]);
    const now = new Date(clock.now().getTime() + 120_000);
    const due = await leaseDueCustomers(database().db, { now, leaseUntil: now, limit: 100 });
    expect(due.some(({ userId }) => userId === browserOf(buyer)?.userId)).toBe(isDue);
  });

  it("is told once when it is approved, raises the limits and the level of the user", async () => {
    const { people, deps, buyer, events, begun, opened } = await asked();
    say(people, "approved");
    const before = await customerOf(buyer);
    expect((await limitsLeft(deps, { customer: before, userId: before.userId }))?.unverified).toBe(15_000n);
    await expect(begun(buyer, "151")).rejects.toMatchObject({ code: "ramp_identity_needed" });
    await Promise.all(Array.from({ length: 6 }, () => followIdentity(deps, before)));
    await followIdentity(deps, await customerOf(buyer));

    expect(await events(buyer)).toEqual(["ramp.kyc.completed"]);
    expect((await userOf(buyer))?.identityVerifiedAt).toBeDefined();
    expect(
      (await limitsLeft(deps, { customer: await customerOf(buyer), userId: before.userId }))?.unverified,
    ).toBeUndefined();
    const user = await userOf(buyer);
    if (user === undefined) throw new Error("the user is lost");
    expect((await begun(await opened({}, { user }), "2500")).progress.kind).toBe("requires_payment");
  });

  it("that is rejected stays so: no message, no try and no answer changes it", async () => {
    const { people, later, deps, buyer, clock, events } = await asked();
    say(people, "rejected", "document");
    await later(2_000);
    const { reference } = (await customerOf(buyer)).try ?? {};
    say(people, "approved");
    await takeMessage(deps, "test", {
      id: `evt-${buyer.id}`,
      type: "verified",
      subject: { kind: "identity", reference: reference ?? "" },
    });
    clock.advance(60_000);
    await later(60_000);
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({ code: "ramp_identity_refused" });
    const tried = {
      userId: (await customerOf(buyer)).userId,
      provider: "test",
      tryId: random.uuid(),
      sessionId: buyer.id,
      triesMax: 5,
      now: clock.now(),
    };
    expect(await insertTry(database().db, tried)).toBeUndefined();
    expect((await customerOf(buyer)).identity).toBe("rejected");
    expect((await userOf(buyer))?.identityVerifiedAt).toBeUndefined();
    expect(await events(buyer)).toEqual([]);
  });

  it("raises the level also when the process died after the approval was written, and not for a result that came late", async () => {
    const { people, deps, buyer, later, events } = await asked();
    const before = await customerOf(buyer);
    say(people, "approved");
    const dying = {
      ...deps,
      reached: () => {
        throw new Error("the process died");
      },
    };
    await expect(followIdentity(dying, before)).rejects.toThrow("the process died");
    const level = async () => (await userOf(buyer))?.identityVerifiedAt;
    expect([(await customerOf(buyer)).identity, await level()]).toEqual(["approved", undefined]);
    await later(0);
    expect(await level()).toBeDefined();
    expect(await events(buyer)).toEqual(["ramp.kyc.completed"]);

    const second = await asked();
    const seen = await customerOf(second.buyer);
    say(second.people, "rejected");
    await followIdentity(second.deps, seen);
    say(second.people, "approved");
    await followIdentity(second.deps, seen);
    expect((await customerOf(second.buyer)).identity).toBe("rejected");
    const user = await findUser(database().db, seen.userId);
    expect(user?.identityVerifiedAt).toBeUndefined();
  });

  it("holds for the days of the operator, to the millisecond, and may be shown anew then", async () => {
    const { people, deps, buyer, opened, begun, later, clock } = await asked();
    say(people, "approved");
    await later(2_000);
    const { approvedUntil, tries } = await customerOf(buyer);
    expect(Math.abs(Number(approvedUntil) - clock.now().getTime() - deps.identityMs)).toBeLessThan(10_000);
    expect(tries).toBe(0);
    const user = await userOf(buyer);
    if (user === undefined) throw new Error("the user is lost");

    clock.advance(Number(approvedUntil) - clock.now().getTime() - 60_000);
    await begun(await opened({}, { user }), "500");
    const late = await opened({}, { user });
    const quoted = await makeQuote(deps, late, { source: parseMinor("500"), currency: "EUR" });
    clock.advance(40 * 86_400_000); // nobody has looked
    expect((await customerOf(buyer, clock.now())).identity).toBe("expired");
    expect((await readCheckout(deps, late, "rsp_")).limits?.unverified ?? 0n).toBeGreaterThan(0n);
    await expect(begun(await opened({}, { user }), "151")).rejects.toMatchObject({ code: "ramp_identity_needed" });
    expect(quoted).toBeDefined();

    await later(0);
    const [row] = await database().db.query<{ identity: string; due_at: Date | null }>(sql`
      select identity, due_at from ramp.customer where user_id = ${user.id}`);
    expect(row).toEqual({ identity: "expired", due_at: null });
    await verifyIdentity(deps, late);
    say(people, "approved");
    await later(2_000);
    expect((await customerOf(buyer, clock.now())).identity).toBe("approved");
  });

  it("may be shown anew as soon as its time is over, also when no row says so yet", async () => {
    const { people, deps, buyer, later, clock } = await asked();
    say(people, "approved");
    await later(2_000);
    const approved = await customerOf(buyer);
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({ code: "ramp_identity_refused" });
    clock.advance(Number(approved.approvedUntil) - clock.now().getTime());
    await Promise.all([verifyIdentity(deps, buyer), followIdentity(deps, await customerOf(buyer, clock.now()))]).catch(
      () => undefined,
    );
    await verifyIdentity(deps, buyer);
    const now = await customerOf(buyer, clock.now());
    expect([now.identity, now.try?.id === approved.try?.id]).toEqual(["pending", false]);
  });

  it.each(["pending", "processing", "review"] as const)(
    "that is %s at a provider which the operator does not have any more can be tried at the new one, as one more",
    async (state) => {
      const { people, deps, buyer, later } = await asked();
      say(people, state === "pending" ? "waiting" : state);
      await later(2_000);
      await database().admin.query(
        sql`update ramp.customer set tries = 5 where user_id = ${browserOf(buyer)?.userId ?? ""}`,
      );
      const old = await customerOf(buyer);
      expect(old.identity).toBe(state);
      const other = createTestIdentity();
      const changed = { ...deps, identity: () => ({ ...other.identity, name: "other" }) };
      await followIdentity(changed, old); // asks nobody
      const bought = await makeQuote(changed, buyer, { source: parseMinor("500"), currency: "EUR" });
      expect([bought, (await readCheckout(changed, buyer, "rsp_")).step]).toEqual([bought, "identity"]);

      await Promise.allSettled(Array.from({ length: 4 }, () => verifyIdentity(changed, buyer)));
      const { try: tried, tries } = await customerOf(buyer);
      expect([tried?.provider, tried?.id === old.try?.id, tried?.reference, tries]).toEqual([
        ...["other", false, `id_${tried?.id}`, 5],
      ]);
      // What the former one says comes too late.
      say(people, "approved");
      await followIdentity(deps, old);
      expect((await customerOf(buyer)).identity).toBe("pending");
      other.say({ state: "approved", reason: undefined });
      await later(2_000, changed);
      expect((await customerOf(buyer)).identity).toBe("approved");
    },
  );

  it("that was rejected buys nothing, not even what needs none, until the operator lifts it", async () => {
    const { people, later, deps, buyer, quoted, opened, begun, clock } = await asked();
    const earlier = await quoted(buyer, "10");
    say(people, "rejected", "document");
    await later(2_000);
    const refused = { code: "ramp_person_refused", status: 403, message: expect.stringMatching(/ask the operator/) };
    await expect(beginPurchase(deps, buyer, earlier.id)).rejects.toMatchObject(refused);
    await expect(quoted(buyer, "10")).rejects.toMatchObject(refused);
    expect((await readCheckout(deps, buyer, "rsp_")).step).toBe("refused");

    const { userId } = await customerOf(buyer);
    await Promise.allSettled(
      Array.from({ length: 4 }, () => liftRejection(deps, { userId, reason: "seen in person" })),
    );
    const incidents = await listIncidentsOf(database().db, userId);
    expect(incidents).toMatchObject([{ kind: "rejection_lifted", detail: "seen in person", isOpen: false }]);
    await expect(liftRejection(deps, { userId, reason: "again" })).rejects.toMatchObject({
      code: "ramp_identity_refused",
    });
    expect(await customerOf(buyer)).toMatchObject({ identity: "none", tries: 0, try: undefined, reason: undefined });
    const user = await findUser(database().db, userId);
    if (user === undefined) throw new Error("the user is lost");
    expect((await begun(await opened({}, { user }), "10")).progress.kind).toBe("requires_payment");
    clock.advance(1_000);
    await verifyIdentity(deps, buyer);
  });

  it("that is rejected while a purchase begins lets it begin before, or not at all", async () => {
    const ramp = await asked();
    const bought = await ramp.quoted(ramp.buyer, "10");
    say(ramp.people, "rejected");
    const customer = await customerOf(ramp.buyer);
    const [begun] = await Promise.allSettled([
      beginPurchase(ramp.deps, ramp.buyer, bought.id),
      followIdentity(ramp.deps, customer),
    ]);
    const code = begun.status === "fulfilled" ? "begun" : begun.reason.code;
    expect(["begun", "ramp_person_refused"]).toContain(code);
    expect(await ramp.stateOf(bought)).toBe(code === "begun" ? "requires_payment" : "quoted");
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
      say(people, "retry", "face");
      await later(2_000);
      await Promise.allSettled(Array.from({ length: 4 }, () => verifyIdentity(deps, buyer)));
      tries.add((await customerOf(buyer)).try?.id);
    }
    expect([tries.size, (await customerOf(buyer)).tries]).toEqual([5, 5]);
    say(people, "retry");
    await later(2_000);
    await expect(verifyIdentity(deps, buyer)).rejects.toMatchObject({
      code: "ramp_identity_refused",
      message: "the identity was tried too often",
    });
  });

  it("goes on with the try that is under way, in another session of the user too", async () => {
    const { deps, buyer, opened } = await asked();
    const first = (await customerOf(buyer)).try;
    const user = await userOf(buyer);
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
    const lasting = await opened();
    const progress = { kind: "expired", browser: browserOf(lasting), endedAt: lasting.expiresAt } as const;
    const ended = { ...lasting, progress };
    await expect(verifyIdentity(deps, ended)).rejects.toMatchObject({ code: "ramp_session_ended" });
  });
});
