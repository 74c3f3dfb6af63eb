import { expect, it } from "vitest";
import type { Msats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { sql, type Tx } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createKey, createKeyCache, createProject, revokeKey, setContact, setLowBalance } from "#projects";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { givenMailing } from "#slices/mails/testing/mailing.harness.ts";
import { MAILS_A_DAY, MAILS_FROM_OUTSIDE_A_DAY, OVER_AFTER_MS } from "./model/decide.ts";
import { type TellDeps, tellNotices } from "./tell-notices.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OPERATOR = emailAddress("operator@example.com");
const AUDIT = { kind: "audit", reason: "invariant I1 is broken" } as const;

onDatabase("notices", (database) => {
  /** A process with a mail server. Nobody else is told anything, and nothing holds. */
  async function given() {
    const { admin, db, batch } = database();
    const world = await givenMailing(database());
    await admin.query(sql`delete from notices.told`);
    await admin.query(sql`delete from notices.written`);
    await admin.query(sql`delete from events.endpoint`);
    await admin.query(sql`update projects.project set contact = null`);
    for (const kind of ["operator", "audit"] as const) await resumeSending({ db }, kind);
    let sendable: Msats | undefined = 5_000_000n as Msats;
    const process = (changes: Partial<TellDeps> = {}): TellDeps => ({
      ...world.deps,
      settings: { operators: [OPERATOR], language: "en", lowLightning: 1_000_000n as Msats, dashboard: undefined },
      sight: { sendable: () => sendable, backups: () => undefined },
      watchedSince: world.clock.now(),
      ...changes,
    });
    return {
      ...world,
      process,
      tell: (changes?: Partial<TellDeps>) => tellNotices(process(changes)),
      low: () => {
        sendable = 0n as Msats;
      },
      enough: () => {
        sendable = 5_000_000n as Msats;
      },
      away: () => {
        sendable = undefined;
      },
      pause: () => pauseSending({ db, clock: world.clock }, AUDIT),
      resume: () => resumeSending({ db }, "audit"),
      /** A project whose contact is told. */
      async project(contact: EmailAddress) {
        const project = await createProject({ batch, random: world.random }, { name: world.random.uuid() });
        await setContact({ db }, { project: project.id, address: contact });
        return project;
      },
      async mails() {
        return await admin.query<{ recipient: string; subject: string; body_text: string }>(sql`
          select recipient, subject, body_text from mails.mail where kind = 'notice' order by created_at, recipient`);
      },
      async endpointOff(owner: string, reason = "The receiver answered 410 (Gone).") {
        const now = world.clock.now();
        const id = world.random.uuid();
        await admin.query(sql`
          insert into events.endpoint (id, owner_id, url, description, state, disabled_reason, created_at, updated_at)
          values (${id}, ${owner}, 'https://shop.example/hook', '', 'disabled', ${reason}, ${now}, ${now})`);
        return id;
      },
    };
  }
  const count = async (table: "told" | "written") => {
    const [row] = await database().admin.query<{ n: number }>({
      text: `select count(*)::int as n from notices.${table}`,
      values: [],
    });
    return row?.n;
  };

  it("tell an operator of a pause once, and once that it is over, also after a restart", async () => {
    const world = await given();
    expect(await world.tell()).toBe(0);
    await world.pause();
    expect(await world.tell()).toBe(1);
    for (let i = 0; i < 3; i += 1) expect(await world.tell({ watchedSince: world.clock.now() })).toBe(0);
    const [begun] = await world.mails();
    expect(begun).toMatchObject({ recipient: OPERATOR, subject: "leyden.example: sending is paused (audit)" });
    expect(begun?.body_text).toContain("invariant I1 is broken");
    expect(begun?.body_text).toContain("`leyden audit`");

    await world.resume();
    expect(await world.tell()).toBe(0);
    world.clock.advance(OVER_AFTER_MS);
    expect(await world.tell({ watchedSince: world.clock.now() })).toBe(1);
    expect(await world.tell()).toBe(0);
    expect((await world.mails()).at(-1)?.subject).toBe("leyden.example: the pause audit is over");
    await world.pause();
    expect(await world.tell()).toBe(1);
  });

  it("are sent, once each, by whatever process sends mails", async () => {
    const world = await given();
    await world.pause();
    await world.tell();
    await world.run();
    expect(world.server.taken.map(({ to }) => to)).toEqual([[OPERATOR]]);
    expect(world.lines.join("")).toContain('"msg":"notice.recorded"');
    expect(world.lines.join("")).not.toContain("operator@");
  });

  it("take what comes back within ten minutes for the same", async () => {
    const world = await given();
    for (let i = 0; i < 5; i += 1) {
      world.low();
      await world.tell();
      world.clock.advance(MINUTE_MS);
      world.enough();
      await world.tell();
      world.clock.advance(9 * MINUTE_MS);
    }
    expect(await world.mails()).toHaveLength(1);
    world.away();
    world.clock.advance(HOUR_MS);
    expect(await world.tell()).toBe(0); // nobody knows
    world.enough();
    expect(await world.tell()).toBe(1);
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      "leyden.example: little can be sent over Lightning",
      "leyden.example: enough can be sent again",
    ]);
  });

  it("are written by one of many processes that look at the same time", async () => {
    const world = await given();
    const others = Array.from({ length: 3 }, (_, i) =>
      connect({ url: database().url, role: "leyden_app", max: 4, name: `another process ${i}` }),
    );
    try {
      for (let round = 0; round < 5; round += 1) {
        await world.pause();
        const before = (await world.mails()).length;
        const looks = [...others, ...others].map((db) => world.tell({ db }));
        expect((await Promise.all(looks)).toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
        await world.resume();
        await Promise.all(others.map((db) => world.tell({ db })));
        world.clock.advance(OVER_AFTER_MS);
        const ends = await Promise.all(others.map((db) => world.tell({ db })));
        expect(ends.toSorted()).toEqual([0, 0, 1]);
        expect(await world.mails()).toHaveLength(before + 2);
      }
    } finally {
      await Promise.all(others.map((db) => db.close()));
    }
  });

  it("of a process that dies while it writes are not written, and the next one writes them", async () => {
    const world = await given();
    await world.pause();
    const { db } = database();
    const died = new Error("the process died");
    const dying = db.transaction(async (tx: Tx) => {
      expect(await world.tell({ db: { ...db, query: tx.query.bind(tx) } })).toBe(1);
      throw died;
    });
    await expect(dying).rejects.toBe(died);
    expect(await world.mails()).toEqual([]);
    expect(await count("told")).toBe(0);
    expect(await world.tell()).toBe(1);
    expect(await world.mails()).toHaveLength(1);
  });

  it("are nothing without a mail server and without anybody to tell, and nothing fails", async () => {
    const world = await given();
    await world.pause();
    expect(await world.tell({ outlet: () => ({ kind: "none" }) })).toBe(0);
    const settings = { operators: [], language: "en", lowLightning: undefined, dashboard: undefined } as const;
    expect(await world.tell({ settings })).toBe(0);
    expect([await count("told"), await count("written"), (await world.mails()).length]).toEqual([0, 0, 0]);
    expect(world.lines).toEqual([]);
    expect(await world.tell()).toBe(1); // it holds still
  });

  it("tell the contact of a project of its wallet and of a pause, and never of other projects", async () => {
    const world = await given();
    const owner = emailAddress("owner@shop.example");
    const [shop, other] = [await world.project(owner), await world.project(emailAddress("other@shop.example"))];
    await setLowBalance(database(), { project: shop.id, limit: 1n as Msats });
    await world.pause();
    await world.endpointOff(other.id);
    await world.tell();
    const mails = await world.mails();
    expect(mails.map(({ recipient }) => recipient)).toEqual([OPERATOR, "other@shop.example", owner]);
    const [toOperator, toOther, toOwner] = mails.map(({ body_text }) => body_text);
    expect(toOwner).toContain("It holds 0 sat. You wanted to know when it is less than 0.001 sat.");
    expect(toOwner).toContain("leyden.example: no payments are sent for now");
    expect(toOwner).not.toMatch(/webhook|invariant/);
    expect(toOther).toContain("was switched off");
    expect(toOther).not.toContain("wallet");
    expect(toOperator).toContain("was switched off");
    expect(toOperator).not.toContain("wallet");
  });

  it("tell once of an endpoint that has taken nothing for an hour, and once when it takes something again", async () => {
    const world = await given();
    const owner = emailAddress("owner@shop.example");
    const shop = await world.project(owner);
    const id = world.random.uuid();
    const since = world.clock.now();
    const { admin } = database();
    await admin.query(sql`
      insert into events.endpoint (
        id, owner_id, url, description, state, created_at, updated_at, failing_since, failures, failed_status)
      values (${id}, ${shop.id}, 'https://shop.example/hook', '', 'enabled', ${since}, ${since}, ${since}, 2, 503)`);
    const dashboard = "https://leyden.example/dashboard";
    const settings = { operators: [], language: "en", lowLightning: undefined, dashboard } as const;
    world.clock.advance(HOUR_MS - 1);
    expect(await world.tell({ settings })).toBe(0);
    world.clock.advance(1);
    expect(await world.tell({ settings }), "after two attempts").toBe(0);
    await admin.query(sql`update events.endpoint set failures = 3 where id = ${id}`);
    expect(await world.tell({ settings })).toBe(1);
    for (let day = 0; day < 30; day += 1) {
      world.clock.advance(24 * HOUR_MS);
      await admin.query(sql`update events.endpoint set failed_status = ${day} where id = ${id}`);
      expect(await world.tell({ settings })).toBe(0);
    }
    await admin.query(sql`
      update events.endpoint set failing_since = null, failures = 0, failed_status = null where id = ${id}`);
    expect(await world.tell({ settings })).toBe(0);
    world.clock.advance(OVER_AFTER_MS);
    expect(await world.tell({ settings })).toBe(1);
    const [begun, over, ...more] = await world.mails();
    expect([begun?.recipient, more]).toEqual([owner, []]);
    expect(begun?.subject).toMatch(/^The webhook of .* fails$/);
    expect(begun?.body_text).toContain(`${dashboard}/projects/${shop.id}/webhooks/endpoints/${id}\n`);
    expect(begun?.body_text).toContain("Its last answer had the status 503.");
    expect(over?.subject).toMatch(/fails no more$/);
  });

  it("begin anew for another contact, and end without a word for one that is none any more", async () => {
    const world = await given();
    const [first, second] = [emailAddress("first@shop.example"), emailAddress("second@shop.example")];
    const shop = await world.project(first);
    await world.endpointOff(shop.id);
    const settings = { operators: [], language: "en", lowLightning: undefined, dashboard: undefined } as const;
    expect(await world.tell({ settings })).toBe(1);
    await setContact(database(), { project: shop.id, address: second });
    expect(await world.tell({ settings })).toBe(1);
    expect((await world.mails()).map(({ recipient }) => recipient)).toEqual([first, second]);
    await setContact(database(), { project: shop.id, address: undefined });
    expect(await world.tell({ settings })).toBe(0);
    expect(await count("told")).toBe(0);
  });

  it("come also to who wants no mails of projects", async () => {
    const world = await given();
    const owner = emailAddress("owner@shop.example");
    await database().admin.query(sql`
      insert into mails.recipient (address_hash, unsubscribed_at)
      values (sha256(${owner}::bytea), ${world.clock.now()})`);
    await world.endpointOff((await world.project(owner)).id);
    await world.tell();
    await world.run();
    expect(world.server.taken.flatMap(({ to }) => to).toSorted()).toEqual([OPERATOR, owner]);
  });

  it("of projects leave room for those of the service, whatever a project does", async () => {
    const world = await given();
    const project = world.random.uuid();
    for (let i = 0; i < MAILS_FROM_OUTSIDE_A_DAY + 5; i += 1) {
      await world.endpointOff(project);
      await world.tell();
      world.clock.advance(MINUTE_MS);
    }
    expect(await world.mails()).toHaveLength(MAILS_FROM_OUTSIDE_A_DAY);
    await world.pause();
    expect(await world.tell()).toBe(1);
    for (let i = 0; i < MAILS_A_DAY; i += 1) {
      await world.resume();
      await world.tell();
      world.clock.advance(OVER_AFTER_MS);
      await world.tell();
      await world.pause();
      await world.tell();
    }
    expect(await world.mails()).toHaveLength(MAILS_A_DAY);
    world.clock.advance(24 * HOUR_MS);
    expect(await world.tell()).toBe(1);
    const last = (await world.mails()).at(-1);
    expect(last?.subject).toMatch(/things that you should know/); // the five that waited among them
    expect(await count("written")).toBe(1);
  });

  it("say a week and a day before that a key ends, and that it has ended, and nothing of one that is revoked", async () => {
    const world = await given();
    const { db } = database();
    const owner = emailAddress("owner@shop.example");
    const shop = await world.project(owner);
    const endsAt = new Date(world.clock.now().getTime() + 90 * 24 * HOUR_MS);
    const { key } = await createKey({ ...world, db }, { projectId: shop.id, endsAt });
    expect(await world.tell()).toBe(0);
    world.clock.advance(83 * 24 * HOUR_MS);
    expect(await world.tell()).toBe(1);
    world.clock.advance(5 * 24 * HOUR_MS);
    expect(await world.tell()).toBe(0);
    world.clock.advance(24 * HOUR_MS);
    expect(await world.tell()).toBe(1);
    const mails = await world.mails();
    expect(mails.map(({ recipient }) => recipient)).toEqual([owner, owner]);
    for (const { subject, body_text } of mails) {
      expect(subject).toContain("ends soon");
      expect(body_text).toContain(`The key that begins with ${key.prefix} ends:`);
    }
    world.clock.advance(24 * HOUR_MS);
    expect(await world.tell()).toBe(0);
    world.clock.advance(OVER_AFTER_MS);
    expect(await world.tell()).toBe(1);
    expect((await world.mails()).at(-1)?.subject).toContain("has ended");
    expect(await count("told")).toBe(0);

    const next = new Date(world.clock.now().getTime() + 20 * 24 * HOUR_MS);
    const { key: other } = await createKey({ ...world, db }, { projectId: shop.id, endsAt: next });
    await revokeKey(
      { ...world, db, keyCache: createKeyCache(world.clock), journal: database().journal },
      { keyId: other.id },
    );
    world.clock.advance(15 * 24 * HOUR_MS);
    expect(await world.tell()).toBe(0);
  });
});
