import { expect, it } from "vitest";
import { parseMinor } from "#kernel/fiat.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import { readCheckout } from "./checkout/read-checkout.ts";
import { hashOf, tokenOf } from "./model/secrets.ts";
import type { Session, SessionId } from "./model/session.ts";
import { cancelSession } from "./sessions/cancel-session.ts";
import { createSession } from "./sessions/create-session.ts";
import { expireOldSessions } from "./sessions/expire-old-sessions.ts";
import { openPage } from "./sessions/open-page.ts";
import { findSessionByPage, updateChosen } from "./store/sessions.ts";
import { givenRamp, random } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

const findTokenHolder = async () => undefined;

onDatabase("a session", (database) => {
  /** As if it had been created so long ago by the clock of the database. */
  async function age({ id }: Session, time: string): Promise<void> {
    await database().admin.query(sql`
      update ramp.session
         set created_at = created_at - ${time}::interval,
             expires_at = expires_at - ${time}::interval
       where id = ${id}`);
  }

  async function given() {
    const ramp = await givenRamp(database());
    const open = (id: SessionId, token = tokenOf(mac, id)) => openPage(ramp.deps, { id, token, network: "192.0.2.1" });
    const input = {
      caller: ramp.caller,
      email: `buyer-${random.uuid()}@example.com`,
      webhookUrl: "https://shop.example/hook",
      destination: undefined,
      quoteCurrency: undefined,
      referenceId: undefined,
      metadata: undefined,
      returnUrl: undefined,
      userToken: undefined,
    };
    return { ...ramp, open, input };
  }

  it("lasts 15 minutes by the clock of the database, whatever the service's clock says", async () => {
    const ramp = await given();
    const [young, old, quoting, late] = [
      await ramp.session(),
      await ramp.session(),
      await ramp.opened(),
      await ramp.opened(),
    ];
    expect(young.expiresAt.getTime() - young.createdAt.getTime()).toBe(900_000);
    for (const session of [young, quoting]) await age(session, "14 minutes 58 seconds");
    for (const session of [old, late]) await age(session, "15 minutes 1 second");
    ramp.clock.advance(3_600_000);

    await ramp.open(young.id);
    expect((await ramp.quoted(await ramp.rereadSession(quoting.id))).progress.kind).toBe("quoted");
    await expect(ramp.open(old.id)).rejects.toMatchObject({ code: "ramp_session_ended" });
    await expect(ramp.quoted(await ramp.rereadSession(late.id))).rejects.toMatchObject({ code: "ramp_session_ended" });
    expect((await ramp.rereadSession(old.id)).progress.kind).toBe("expired");
  });

  it("that has expired begins no purchase that was quoted before", async () => {
    const ramp = await given();
    const bought = await ramp.quoted();
    const session = await ramp.rereadSession(bought.sessionId);
    await age(session, "15 minutes");
    await expect(beginPurchase(ramp.deps, session, bought.id)).rejects.toMatchObject({ code: "ramp_session_ended" });
    expect(await ramp.stateOf(bought)).toBe("quoted");
  });

  const ENDS: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
    ["expired", (session) => age(session, "20 minutes")],
    ["canceled", ({ projectId, id }) => cancelSession(database(), projectId, id)],
  ];

  it.each(ENDS)("that is %s lets a purchase go on that was begun before", async (state, end) => {
    const ramp = await given();
    const bought = await ramp.begun();
    await end(await ramp.rereadSession(bought.sessionId));
    await expireOldSessions(database());
    const session = await ramp.rereadSession(bought.sessionId);
    expect(session.progress.kind).toBe(state);
    expect((await readCheckout(ramp.deps, session, "rsp_")).step).toBe("card");
    ramp.cards.authorize(bought.id);
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    const { progress } = await ramp.rereadSession(session.id);
    expect(progress.kind).toBe(state === "expired" ? "completed" : "canceled"); // what its project has ended stays so
  });

  it("reads prices and limits for its page only where it shows them", async () => {
    const ramp = await given();
    let reads = 0;
    const { rates } = ramp.deps;
    const read: typeof rates.read = async (currency) => {
      reads += 1;
      return await rates.read(currency);
    };
    const deps = { ...ramp.deps, rates: { read } };
    const seen = async (session: Session) => {
      reads = 0;
      const { step, limits } = await readCheckout(deps, session, "rsp_");
      return [step, reads > 0, limits !== undefined];
    };
    const unknown = await ramp.session();
    expect(await seen(unknown)).toEqual(["amount", true, true]);
    await updateChosen(database().db, unknown.id, { source: parseMinor("25"), currency: "EUR" });
    expect(await seen(await ramp.rereadSession(unknown.id))).toEqual(["email", true, true]);
    const session = await ramp.opened();
    expect(await seen(session)).toEqual(["amount", true, true]);
    const bought = await ramp.quoted(session);
    expect(await seen(session)).toEqual(["card", true, true]);
    await beginPurchase(ramp.deps, session, bought.id);
    expect(await seen(session)).toEqual(["card", false, false]);
    ramp.cards.authorize(bought.id);
    await ramp.later();
    await ramp.later();
    expect(await seen(await ramp.rereadSession(session.id))).toEqual(["done", false, false]);
  });

  it("is opened by one of 20 browsers that come together", async () => {
    const ramp = await given();
    const { id } = await ramp.session();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => ramp.open(id)));
    const won = results.filter((result) => result.status === "fulfilled");
    const lost = results.filter((result) => result.status === "rejected");
    expect(won).toHaveLength(1);
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(19).fill("ramp_session_in_use"));
    const key = won[0]?.value ?? "";
    expect((await findSessionByPage(database().db, id, hashOf(key)))?.id).toBe(id);
    await expect(ramp.open(id)).rejects.toMatchObject({ code: "ramp_session_in_use" });
  });

  it("is not opened with the key that a browser made for another session", async () => {
    const ramp = await given();
    const key = `rsp_${"k".repeat(43)}`;
    const open = (id: SessionId) => openPage(ramp.deps, { id, key, token: tokenOf(mac, id), network: "192.0.2.1" });
    const [first, second] = [await ramp.session(), await ramp.session()];
    expect([await open(first.id), await open(first.id)]).toEqual([key, key]);
    await expect(open(second.id)).rejects.toMatchObject({ code: "ramp_session_in_use" });
    expect((await ramp.rereadSession(second.id)).progress.kind).toBe("open");
  });

  it("is not found with a token that is another session's, or made up, or for another id", async () => {
    const ramp = await given();
    const [mine, theirs] = [await ramp.session(), await ramp.session()];
    const token = tokenOf(mac, mine.id);
    const forged = tokenOf((text) => hashOf(text), mine.id);
    for (const [id, shown] of [
      [theirs.id, token],
      [mine.id, tokenOf(mac, theirs.id)],
      [mine.id, forged],
      [mine.id, token.slice(0, -1)],
      [mine.id, ""],
    ] as const)
      await expect(ramp.open(id, shown)).rejects.toMatchObject({ code: "ramp_session_not_found" });
    expect((await ramp.rereadSession(mine.id)).progress).toEqual({ kind: "open" });
    const key = await ramp.open(mine.id);
    await ramp.open(theirs.id);
    expect(await findSessionByPage(database().db, theirs.id, hashOf(key))).toBeUndefined();
  });

  it("that was canceled cannot be opened, and another project cannot cancel it or learn of it", async () => {
    const ramp = await given();
    const { id, projectId } = await ramp.session();
    const stranger = (await ramp.world.project("stranger", sats(1n))).wallet.owner.id as typeof projectId;
    await expect(cancelSession(database(), stranger, id)).rejects.toMatchObject({ code: "ramp_session_not_found" });
    const unknown = random.uuid() as SessionId;
    await expect(cancelSession(database(), stranger, unknown)).rejects.toMatchObject({
      code: "ramp_session_not_found",
    });
    expect((await ramp.rereadSession(id)).progress.kind).toBe("open");
    expect((await cancelSession(database(), projectId, id)).progress.kind).toBe("canceled");
    expect((await cancelSession(database(), projectId, id)).progress.kind).toBe("canceled");
    await expect(ramp.open(id)).rejects.toMatchObject({ code: "ramp_session_ended" });
    const old = await ramp.session();
    await age(old, "16 minutes");
    await expect(cancelSession(database(), projectId, old.id)).rejects.toMatchObject({ code: "ramp_session_ended" });
  });

  it("is made once for one idempotency key, with the same token, however many ask together", async () => {
    const { deps, input, world } = await given();
    const wanted = { ...input, idempotencyKey: random.uuid() };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => createSession({ ...deps, mac, findTokenHolder }, wanted)),
    );
    const again = await createSession({ ...deps, mac, findTokenHolder }, wanted);
    expect(new Set([...made, again].map(({ token }) => token)).size).toBe(1);
    expect([made.filter(({ replayed }) => !replayed).length, again.replayed]).toEqual([1, true]);
    const other = createSession({ ...deps, mac, findTokenHolder }, { ...wanted, email: "mallory@example.com" });
    await expect(other).rejects.toMatchObject({ code: "idempotency_mismatch" });

    const stranger = await world.project("stranger", sats(1n));
    const theirs = await createSession({ ...deps, mac, findTokenHolder }, { ...wanted, caller: stranger });
    expect([theirs.replayed, theirs.token === again.token]).toEqual([false, false]);
  });

  it("keeps no token and no page key in the database", async () => {
    const ramp = await given();
    const { id } = await ramp.session();
    const key = await ramp.open(id);
    const [row] = await database().admin.query<{ text: string }>(sql`
      select row_to_json(s)::text as text from ramp.session s where s.id = ${id}`);
    for (const secret of [tokenOf(mac, id), key]) expect(row?.text).not.toContain(secret.slice(-43));
  });
});
