import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { LEASE_MS } from "./model/lease.ts";
import { PAUSES_MS } from "./model/retry.ts";
import { contentOf, givenMailing, SECRET } from "./testing/mailing.harness.ts";

const DAY_MS = 86_400_000;

onDatabase("a mail", (database) => {
  const given = (...behaviour: Parameters<typeof givenMailing> extends [unknown, ...infer Rest] ? Rest : never) =>
    givenMailing(database(), ...behaviour);

  it("is handed to the mail server once, and nothing of its content stays", async () => {
    const world = await given();
    const mail = await world.append({ to: " Alice@Example.com " });
    expect(contentOf(await world.row(mail.id))).toHaveLength(5);

    await world.run();

    expect(world.server.taken.map(({ to }) => to)).toEqual([["alice@example.com"]]);
    expect(world.server.taken[0]?.source).toContain(`Message-ID: <${mail.id}@leyden.example>`);
    expect(world.server.taken[0]?.source).toContain(`<${mail.project?.unsubscribeUrl}>`);
    const row = await world.row(mail.id);
    expect(row).toMatchObject({ state: "sent", attempt: 1, lease_until: null, last_error: null });
    expect(contentOf(row)).toEqual([]);
    expect(world.outcomes).toEqual(["sent"]);
  });

  it("leaves neither address nor content nor link in the log, however it ends", async () => {
    for (const behaviour of [{}, { onMail: 451 }, { onMail: 554 }, { onMail: "cut" }] as const) {
      const world = await given(behaviour);
      const mail = await world.append({ to: "alice@example.com" });
      await world.run();
      expect(world.lines.length).toBeGreaterThan(0);
      expect(world.lines.join("")).toContain(mail.id);
      for (const secret of [SECRET, "alice", "received", "unsubscribe/"])
        expect(world.lines.join("")).not.toContain(secret);
    }
  });

  it("is tried again after longer and longer pauses, and given up with its content after the last", async () => {
    const world = await given({ onMail: 451 });
    const mail = await world.append();

    for (const [i, pauseMs] of PAUSES_MS.entries()) {
      await world.run();
      const row = await world.row(mail.id);
      expect(row).toMatchObject({ state: "waiting", attempt: i + 1, last_error: "refused 451", lease_until: null });
      expect(row.pauseMs).toBeGreaterThan(0.79 * pauseMs - 5_000);
      expect(row.pauseMs).toBeLessThanOrEqual(1.2 * pauseMs);
      expect(contentOf(row)).toHaveLength(5);
      world.clock.advance(row.pauseMs ?? 0);
    }
    await world.run();

    const row = await world.row(mail.id);
    expect(row).toMatchObject({ state: "failed", attempt: PAUSES_MS.length + 1, last_error: "refused 451" });
    expect(contentOf(row)).toEqual([]);
    expect(world.lines.filter((line) => line.includes('"mail.failed"'))).toHaveLength(1);
    expect(world.outcomes.at(-1)).toBe("failed");
  });

  it("is given up with the first refusal that is final", async () => {
    const world = await given({ onRecipient: 550 });
    const mail = await world.append();
    await world.run();
    const row = await world.row(mail.id);
    expect(row).toMatchObject({ state: "failed", attempt: 1, last_error: "refused 550" });
    expect(contentOf(row)).toEqual([]);
  });

  it("goes out again, with the same Message-ID, when the server took it and did not say so", async () => {
    const world = await given({ onMail: "cut" });
    const mail = await world.append();
    await world.run();
    expect(await world.row(mail.id)).toMatchObject({ state: "waiting", last_error: "connect" });

    Object.assign(world.server.behaves, { onMail: undefined });
    world.clock.advance(2 * 60_000);
    await world.run();

    expect(world.server.taken).toHaveLength(2);
    for (const { source } of world.server.taken) expect(source).toContain(`<${mail.id}@leyden.example>`);
    expect(await world.row(mail.id)).toMatchObject({ state: "sent", attempt: 2 });
  });

  it("is not sent any more when it is of no use, and its content is deleted", async () => {
    const world = await given();
    const late = await world.append({ goodForMs: 60_000 });
    world.clock.advance(60_000);
    await world.run();
    expect(world.server.taken).toEqual([]);
    expect(await world.row(late.id)).toMatchObject({ state: "failed", last_error: "expired" });
    expect(contentOf(await world.row(late.id))).toEqual([]);
  });

  it("is given up now when the next attempt would come too late", async () => {
    const world = await given({ onMail: 451 });
    const mail = await world.append({ goodForMs: 10_000 });
    await world.run();
    expect(await world.row(mail.id)).toMatchObject({ state: "failed", attempt: 1, last_error: "refused 451" });
  });

  it("goes out once when the process that leased it dies before the sending", async () => {
    const world = await given();
    const mail = await world.append();
    const { reached, stopped } = world.stopsAt("before-mail");
    void world.process({ reached }).once();
    await stopped;

    await world.run();
    expect(world.server.taken).toEqual([]);
    world.clock.advance(LEASE_MS);
    await world.run();

    expect(world.server.taken).toHaveLength(1);
    expect(await world.row(mail.id)).toMatchObject({ state: "sent", attempt: 1 });
  });

  it("goes out again when the process dies after the sending: at least once", async () => {
    const world = await given();
    const mail = await world.append();
    const { reached, stopped } = world.stopsAt("after-mail");
    void world.process({ reached }).once();
    await stopped;
    expect(world.server.taken).toHaveLength(1);

    world.clock.advance(LEASE_MS);
    await world.run();

    expect(world.server.taken).toHaveLength(2);
    expect(await world.row(mail.id)).toMatchObject({ state: "sent", attempt: 1 });
  });

  it("is not recorded by a process whose lease is over", async () => {
    const world = await given({ onMail: "hang" });
    const mail = await world.append();
    const slow = world.process();
    const sending = slow.once();
    await expect.poll(() => world.server.taken).toHaveLength(1);
    Object.assign(world.server.behaves, { onMail: undefined });
    world.clock.advance(LEASE_MS);
    await world.run();
    expect(await world.row(mail.id)).toMatchObject({ state: "sent" });

    slow.stop();
    await sending;
    expect(await world.row(mail.id)).toMatchObject({ state: "sent", attempt: 1 });
    expect(world.lines.filter((line) => line.includes('"mail.lease_lost"'))).toHaveLength(1);
  });

  it("keeps what a later holder recorded when an earlier one comes back, also while it waits", async () => {
    const world = await given({ onMail: "hang" });
    const mail = await world.append();
    const slow = world.process();
    const sending = slow.once();
    await expect.poll(() => world.server.taken).toHaveLength(1);
    Object.assign(world.server.behaves, { onMail: 451 });
    world.clock.advance(LEASE_MS);
    await world.run();

    slow.stop();
    await sending;

    const row = await world.row(mail.id);
    expect(row).toMatchObject({ state: "waiting", attempt: 1, last_error: "refused 451" });
    expect(row.pauseMs).toBeGreaterThan(5_000);
  });

  it("is left to the next holder when its turn came late", async () => {
    const world = await given();
    await world.append();
    let monotonicMs = 0;
    const clock = { ...world.clock, monotonicMs: () => monotonicMs };
    const stalls = () => {
      monotonicMs += LEASE_MS;
    };
    await world.process({ clock, reached: stalls }).once();
    expect(world.server.taken).toEqual([]);
    world.clock.advance(LEASE_MS);
    await world.run();
    expect(world.server.taken).toHaveLength(1);
  });

  it("waits again when the process stops in the middle, and that counts as no attempt", async () => {
    const world = await given({ onSender: "hang" });
    const mail = await world.append();
    const stopping = world.process();
    const sending = stopping.once();
    await expect.poll(async () => (await world.row(mail.id)).lease_until).not.toBe(null);
    setTimeout(stopping.stop, 300);
    await sending;
    expect(await world.row(mail.id)).toMatchObject({
      state: "waiting",
      attempt: 0,
      lease_until: null,
      last_error: null,
    });
  });

  it("is sent by one of several processes", async () => {
    const world = await given();
    const mails = await Promise.all(Array.from({ length: 40 }, () => world.append()));

    await Promise.all([world.process().run(), world.process().run(), world.process().run()]);

    const sent = world.server.taken.map(({ source }) => /Message-ID: <(.{36})@/.exec(source)?.[1]).sort();
    expect(sent).toEqual(mails.map(({ id }) => id).sort());
    expect(world.outcomes).toEqual(Array(40).fill("sent"));
  });

  it("is not stopped by one that the server refuses", async () => {
    const world = await given({ onMail: 451 });
    const first = await world.append();
    await world.run();
    Object.assign(world.server.behaves, { onMail: undefined });
    const second = await world.append();
    await world.run();
    expect(await world.row(first.id)).toMatchObject({ state: "waiting" });
    expect(await world.row(second.id)).toMatchObject({ state: "sent" });
  });

  it("is kept and not sent where there is the mailbox of developers, and waits where there is nothing", async () => {
    const world = await given();
    const mail = await world.append();
    await world.process({ outlet: () => ({ kind: "none" }) }).run();
    expect(await world.row(mail.id)).toMatchObject({ state: "waiting", attempt: 0, lease_until: null });

    await world.process({ outlet: () => ({ kind: "mailbox" }) }).run();

    const row = await world.row(mail.id);
    expect(row).toMatchObject({ state: "kept" });
    expect(contentOf(row)).toHaveLength(5);
    expect(world.server.taken).toEqual([]);
    expect(world.lines.join("")).toContain("https://leyden.example/dev/mail");
    world.clock.advance(DAY_MS);
    await world.run();
    expect(world.server.taken).toEqual([]);
  });
});
