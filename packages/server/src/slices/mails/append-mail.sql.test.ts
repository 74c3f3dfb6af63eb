import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { appendMail } from "./append-mail.ts";
import { appendMany } from "./batched.ts";
import { forgetOld } from "./forget-old.ts";
import { admission } from "./model/admission.ts";
import { type NewMail, sha256 } from "./model/mail.ts";
import { contentOf, countRows, givenMailing, type Mailing } from "./testing/mailing.harness.ts";
import { unsubscribe } from "./unsubscribe.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMITS = { perRecipient: 3, perProject: 200 };

const tokenOf = ({ project }: NewMail) => project?.unsubscribeUrl.split("/").at(-1) ?? "";
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === "fulfilled" ? "written" : result.reason.code)).sort();

onDatabase("a mail that is to be written", (database) => {
  const given = () => givenMailing(database());

  it("is refused to a recipient that had three in 24 hours, from whatever project, and again taken afterwards", async () => {
    const world = await given();
    const to = "alice@example.com";
    for (let i = 0; i < 3; i++) {
      await world.append({ to, project: newId<ProjectId>(world.random) }, LIMITS);
      world.clock.advance(HOUR_MS);
    }
    await expect(world.append({ to: "ALICE@example.com" }, LIMITS)).rejects.toMatchObject({
      code: "mail_limit_exceeded",
      status: 429,
      message: expect.stringContaining("e-mail address"),
    });
    await world.append({ to: "bob@example.com" }, LIMITS);
    world.clock.advance(21 * HOUR_MS);
    await world.append({ to }, LIMITS);
    await expect(world.append({ to }, LIMITS)).rejects.toMatchObject({ code: "mail_limit_exceeded" });
  });

  it("is refused to a project that has sent its number, and to no other project", async () => {
    const world = await given();
    const limits = { ...LIMITS, perProject: 2 };
    await world.append({}, limits);
    await world.append({}, limits);
    await expect(world.append({}, limits)).rejects.toMatchObject({ message: expect.stringContaining("project") });
    await world.append({ project: newId<ProjectId>(world.random) }, limits);
  });

  it("is written exactly as often as the limits allow when two processes write concurrently", async () => {
    const world = await given();
    const other = connect({ url: database().url, role: "leyden_app", max: 4, name: "another process" });
    const batches = [world.batch, microBatch({ db: other, clock: machineClock })];
    try {
      for (let round = 0; round < 5; round++) {
        const to = `${world.random.uuid()}@example.com`;
        const results = await Promise.allSettled(
          Array.from({ length: 24 }, (_, i) => {
            const mail = world.mail({ to, project: newId<ProjectId>(world.random) });
            return appendMail({ batch: batches[i % 2] ?? world.batch, limits: LIMITS }, mail);
          }),
        );
        expect(codes(results)).toEqual([...Array(21).fill("mail_limit_exceeded"), ...Array(3).fill("written")]);

        const project = newId<ProjectId>(world.random);
        const ofOne = await Promise.allSettled(
          Array.from({ length: 24 }, (_, i) => {
            const limits = { ...LIMITS, perProject: 5 };
            return appendMail({ batch: batches[i % 2] ?? world.batch, limits }, world.mail({ project }));
          }),
        );
        expect(codes(ofOne)).toEqual([...Array(19).fill("mail_limit_exceeded"), ...Array(5).fill("written")]);
      }
    } finally {
      await other.close();
    }
  });

  it("does not deadlock with others for the same recipients and projects in another order", async () => {
    const world = await given();
    const people = Array.from({ length: 6 }, (_, i) => ({
      to: `person-${i}@example.com`,
      project: newId<ProjectId>(world.random),
    }));
    const connections = Array.from({ length: 4 }, () => database().batchOn(world.clock));
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) => {
        const order = i % 2 === 0 ? people : people.toReversed();
        const { to, project } = order[i % 6] ?? { to: "", project: world.project };
        const limits = { perRecipient: 1_000, perProject: 1_000 };
        return appendMail({ batch: connections[i % 4] ?? world.batch, limits }, world.mail({ to, project }));
      }),
    );
    expect(new Set(codes(results))).toEqual(new Set(["written"]));
  });

  it("is refused to who has unsubscribed, by any project; a mail of the service itself is not", async () => {
    const world = await given();
    const to = "alice@example.com";
    const first = await world.append({ to });
    await world.run();
    expect(await unsubscribe(world.deps, tokenOf(first))).toBe(true);
    expect(await unsubscribe(world.deps, tokenOf(first))).toBe(true);

    const refused = { code: "recipient_unsubscribed", status: 400 };
    await expect(world.append({ to })).rejects.toMatchObject(refused);
    await expect(world.append({ to, project: newId<ProjectId>(world.random) })).rejects.toMatchObject(refused);
    await world.append({ to: "bob@example.com" });
    for (let i = 0; i < 5; i++) await appendMail({ batch: world.batch, limits: LIMITS }, world.serviceMail(to));
    expect(await unsubscribe(world.deps, "no-such-token")).toBe(false);
  });

  it("is not sent when its recipient unsubscribes while it waits; one of the service itself is", async () => {
    const world = await given();
    const to = "alice@example.com";
    const [first, second] = [await world.append({ to }), await world.append({ to })];
    const code = world.serviceMail(to);
    await appendMail({ batch: world.batch, limits: LIMITS }, code);
    await unsubscribe(world.deps, tokenOf(first));
    await world.run();

    expect(await world.row(second.id)).toMatchObject({ state: "unsubscribed", last_error: null });
    expect(contentOf(await world.row(second.id))).toEqual([]);
    expect(await world.row(code.id)).toMatchObject({ state: "sent" });
    expect(world.server.taken).toHaveLength(1);
  });

  it("does not count mails of the service itself", async () => {
    const world = await given();
    const to = "alice@example.com";
    for (let i = 0; i < 9; i++) await appendMail({ batch: world.batch, limits: LIMITS }, world.serviceMail(to));
    for (let i = 0; i < 3; i++) await world.append({ to }, LIMITS);
    await expect(world.append({ to }, LIMITS)).rejects.toMatchObject({ code: "mail_limit_exceeded" });
  });

  it("is written once when its call is repeated, and the answer stays the same after the limit", async () => {
    const world = await given();
    const mail = world.mail({ to: "alice@example.com" });
    const limits = { perRecipient: 1, perProject: 1 };
    for (let i = 0; i < 3; i++) expect(await world.batch(appendMany, { mail, limits })).toBe("appended");
    expect(await countRows(database().admin)).toBe(1);
  });

  it("is decided as the rule says, for any sequence of requests in any batches", async () => {
    const world = await given();
    const ask = fc.record({ to: fc.constantFrom("a", "b", "c"), of: fc.constantFrom(0, 1, 2), afterHours: fc.nat(14) });
    const sequence = fc.array(fc.array(ask, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        sequence,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        async (batches, perRecipient, perProject) => {
          const limits = { perRecipient, perProject };
          const suffix = world.random.uuid();
          const projects = [0, 1, 2].map(() => newId<ProjectId>(world.random));
          const written: { to: string; of: number; atHour: number }[] = [];
          const unsubscribed = new Set<string>();
          let hour = 0;
          for (const batch of batches) {
            const afterHours = batch[0]?.afterHours ?? 0;
            hour += afterHours;
            world.clock.advance(afterHours * HOUR_MS);
            const mails = batch.map(({ to, of }) =>
              world.mail({ to: `${to}-${suffix}@example.com`, project: projects[of] ?? world.project }),
            );
            const outcomes = await Promise.all(mails.map((mail) => world.batch(appendMany, { mail, limits })));
            const expected = batch.map(({ to, of }) => {
              const recent = written.filter(({ atHour }) => hour - atHour < 24);
              const outcome = admission(
                {
                  isUnsubscribed: unsubscribed.has(to),
                  ofProject: recent.filter((one) => one.of === of).length,
                  toRecipient: recent.filter((one) => one.to === to).length,
                },
                limits,
              );
              if (outcome === "admitted") written.push({ to, of, atHour: hour });
              return outcome === "admitted" ? "appended" : outcome;
            });
            expect(outcomes).toEqual(expected);
            const [first] = batch;
            if (first?.afterHours === 7 && mails[0] !== undefined && outcomes[0] === "appended") {
              await unsubscribe(world.deps, tokenOf(mails[0]));
              unsubscribed.add(first.to);
            }
          }
        },
      ),
      { numRuns: inject("runs") * 30 },
    );
  });

  it("is forgotten after 90 days, kept ones after 7; who unsubscribed is not", async () => {
    const world = await given();
    const sent = await world.append({ to: "alice@example.com" });
    const waiting = await world.append({ to: "bob@example.com", goodForMs: 1_000 * DAY_MS });
    await world.process({ outlet: () => ({ kind: "none" }) }).run();
    await database().admin.query(
      sql`update mails.mail set due_at = due_at + interval '500 days' where id = ${waiting.id}`,
    );
    await world.run();
    const kept = await world.append({ to: "carol@example.com" });
    await world.process({ outlet: () => ({ kind: "mailbox" }) }).run();
    await unsubscribe(world.deps, tokenOf(sent));

    world.clock.advance(7 * DAY_MS + HOUR_MS);
    expect(await forgetOld(world.deps)).toBe(1);
    await expect(world.row(kept.id)).rejects.toThrow("no such mail");
    expect(await world.row(sent.id)).toMatchObject({ state: "sent" });

    world.clock.advance(83 * DAY_MS);
    expect(await forgetOld(world.deps)).toBe(1);
    expect(await forgetOld(world.deps)).toBe(0);
    expect(await countRows(database().admin)).toBe(1);
    const known = await database().admin.query(sql`select address_hash from mails.recipient order by 1`);
    const hashes = ["alice@example.com", "bob@example.com"].map((address) => Buffer.from(sha256(address)));
    expect(known.map((row) => Buffer.from((row as { address_hash: Uint8Array }).address_hash).toString("hex"))).toEqual(
      hashes.map((one) => one.toString("hex")).sort(),
    );
    await expect(world.append({ to: "alice@example.com" })).rejects.toMatchObject({ code: "recipient_unsubscribed" });
  });
});

onDatabase("the SQL doors", (database) => {
  /** As a batched function of another slice: all of it happens, or nothing. */
  const inOne = (world: Mailing, mails: readonly (NewMail | undefined)[], { max = 100, fails = false } = {}) =>
    database().db.transaction(async (tx) => {
      const list = <T>(of: (mail: NewMail) => T) => mails.map((mail) => (mail === undefined ? null : of(mail)));
      const hex = (bytes: Uint8Array | undefined) =>
        bytes === undefined ? null : `\\x${Buffer.from(bytes).toString("hex")}`;
      const [admitted] = await tx.query<{ outcomes: (string | null)[] }>(sql`
        select mails.admit_many(${world.clock.now()}, ${list((mail) => mail.project?.id ?? null)}::uuid[],
                                ${list((mail) => hex(mail.recipientHash))}::bytea[], ${max}, ${max}) as outcomes`);
      const rows = await tx.query<{ outcome: string | null }>(sql`
        select outcome
          from mails.append_many(
            ${world.clock.now()}, ${list((mail) => mail.id)}::uuid[], ${list((mail) => mail.kind)}::text[],
            ${list((mail) => mail.project?.id ?? null)}::uuid[], ${list((mail) => hex(mail.recipientHash))}::bytea[],
            ${list((mail) => hex(mail.project?.unsubscribeHash))}::bytea[], ${list((mail) => mail.goodUntil)}::timestamptz[],
            ${list((mail) => mail.recipient)}::text[], ${list((mail) => mail.content.subject)}::text[],
            ${list((mail) => mail.content.text)}::text[], ${list((mail) => mail.content.html)}::text[],
            ${list((mail) => mail.project?.unsubscribeUrl ?? null)}::text[], ${max}, ${max})
         order by i`);
      if (fails) throw new Error("the change is refused");
      return { admitted: admitted?.outcomes, appended: rows.map(({ outcome }) => outcome) };
    });

  it("write the mails of a transaction, skip what is none, and decide alike", async () => {
    const world = await givenMailing(database());
    const to = "alice@example.com";
    const mails = [world.mail({ to }), undefined, world.mail({ to }), world.serviceMail(to), world.mail({ to })];
    expect(await inOne(world, mails, { max: 2 })).toEqual({
      admitted: ["admitted", null, "admitted", "admitted", "project_limit"],
      appended: ["appended", null, "appended", "appended", "project_limit"],
    });
    await world.run();
    expect(world.server.taken).toHaveLength(3);
    expect(await inOne(world, [])).toEqual({ admitted: [], appended: [] });
  });

  it("leave no mail of a transaction that fails", async () => {
    const world = await givenMailing(database());
    await expect(inOne(world, [world.mail()], { fails: true })).rejects.toThrow("refused");
    await world.run();
    expect(await countRows(database().admin)).toBe(0);
    expect(world.server.taken).toEqual([]);
  });

  it.each([
    ["address", { perRecipient: 2, perProject: 100 }],
    ["project", { perRecipient: 100, perProject: 2 }],
  ])("let the second of two transactions for one %s count what the first one wrote", async (whose, limits) => {
    const world = await givenMailing(database());
    const next = () => {
      const fresh = world.random.uuid();
      return whose === "address"
        ? { to: "alice@example.com", project: fresh as ProjectId }
        : { to: `${fresh}@example.com`, project: world.project };
    };
    await world.append(next(), limits); // what is locked is there already
    const first = world.mail(next());
    let isWritten = false;
    const { second } = await database().db.transaction(async (tx) => {
      const hash = `\\x${Buffer.from(first.recipientHash).toString("hex")}`;
      await tx.query(sql`
        select mails.admit_many(${world.clock.now()}, array[${first.project?.id}]::uuid[], array[${hash}]::bytea[],
                                ${limits.perRecipient}, ${limits.perProject})`);
      const writing = world.append(next(), limits).finally(() => {
        isWritten = true;
      });
      const outcome = Promise.allSettled([writing]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(isWritten).toBe(false);
      await tx.query(sql`
        insert into mails.mail (id, kind, project_id, recipient_hash, unsubscribe_hash, state, due_at, good_until, created_at,
                                recipient, subject, body_text, body_html, unsubscribe_url)
        values (${first.id}, 'voucher', ${first.project?.id}, ${hash}::bytea, ${hash}::bytea, 'waiting', ${world.clock.now()},
                ${first.goodUntil}, ${world.clock.now()}, ${first.recipient}, 's', 't', 'h', 'u')`);
      return { second: outcome };
    });
    expect(codes(await second)).toEqual(["mail_limit_exceeded"]);
    expect(await countRows(database().admin)).toBe(2);
  });
});
