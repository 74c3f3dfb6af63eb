import { expect, it } from "vitest";
import type { Loop, Scheduler } from "#kernel/clock.ts";
import { newId, type UserId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { ProcessorUnavailable, WebhookRefused } from "#ramp";
import { advanceDue } from "./advance-due.ts";
import { changeIdentity } from "./change-identity.ts";
import { changePayment } from "./change-payment.ts";
import { sandboxLoops } from "./jobs.ts";
import { signMessage } from "./messages.ts";
import { CARDS, givenSandbox } from "./testing/sandbox.harness.ts";

onDatabase("the sandbox", (database) => {
  const given = () => givenSandbox(database());
  const changesOf = (reference: string) =>
    database().admin.query<{ what: string }>(sql`
      select what from sandbox.change where reference = ${reference} order by no`);

  it("authorizes once when a card is confirmed 20 times together", async () => {
    const world = given();
    const { reference } = await world.processor.begin(world.draft());
    const confirmed = await Promise.all(Array.from({ length: 20 }, () => world.pay(reference, CARDS.good)));
    expect(new Set(confirmed.map(({ payment }) => payment.state))).toEqual(new Set(["authorized"]));
    expect(await changesOf(reference)).toEqual([{ what: "authorized" }]);
    expect(world.events).toEqual([
      { id: expect.stringMatching(/^sbe_\d+$/), type: "payment.authorized", subject: { kind: "payment", reference } },
    ]);
  });

  it("lists at first what has changed in the last hour, and from a cursor all", async () => {
    const world = given();
    const { cursor } = await world.processor.listChanged("");
    const old = await world.paid(CARDS.good);
    world.advance(3_700_000);
    const young = await world.paid(CARDS.good);
    const first = await world.processor.listChanged("");
    expect(first.references).toContain(young.reference);
    expect(first.references).not.toContain(old.reference);
    const after = await world.processor.listChanged(cursor === "" ? "0" : cursor);
    expect(after.references).toEqual(expect.arrayContaining([old.reference, young.reference]));
  });

  it("gives each person a card of their own for the same test number, and the same one again", async () => {
    const { processor, draft, pay } = given();
    const prints: (string | undefined)[] = [];
    for (const email of ["alice@example.com", "bob@example.com", "alice@example.com"]) {
      const { reference } = await processor.begin(draft({ email }));
      await pay(reference, CARDS.good);
      prints.push((await processor.get(reference)).card?.fingerprint);
    }
    expect(prints[0]).toBe(prints[2]);
    expect(prints[0]).not.toBe(prints[1]);
  });

  it("counts every decline of 20 together", async () => {
    const world = given();
    const { reference } = await world.processor.begin(world.draft());
    await Promise.all(Array.from({ length: 20 }, () => world.pay(reference, CARDS.declined)));
    expect(await world.processor.get(reference)).toMatchObject({ state: "waiting", declines: 20 });
  });

  it("numbers changes of many payments without a gap, in the order in which they become visible", async () => {
    const world = given();
    const begun = await Promise.all(Array.from({ length: 60 }, () => world.processor.begin(world.draft())));
    const seen: string[] = [];
    let { cursor } = await world.processor.listChanged("0");
    const look = async () => {
      const step = await world.processor.listChanged(cursor);
      seen.push(...step.references);
      cursor = step.cursor;
    };
    let isOver = false;
    const watching = (async () => {
      while (!isOver) await look();
    })();
    await Promise.all(begun.map(({ reference }) => world.pay(reference, CARDS.good)));
    isOver = true;
    await watching;
    await look();
    expect(seen.toSorted()).toEqual(begun.map(({ reference }) => reference).toSorted());
    const numbers = await database().admin.query<{ no: bigint }>(sql`select no from sandbox.change order by no`);
    expect(numbers.map(({ no }) => no)).toEqual(numbers.map((_, i) => BigInt(i + 1)));
  });

  it("does by itself what is due: for a read, and in a job, once in several processes", async () => {
    const [world, other] = [given(), given()];
    const late = await world.paid(CARDS.late);
    const disputed = await world.paid(CARDS.disputed);
    await world.processor.capture(disputed.reference, disputed.purchaseId);
    expect((await world.processor.get(late.reference)).state).toBe("waiting");
    expect(await advanceDue(world.deps)).toBe(0);

    for (const process of [world, other]) process.advance(6_000);
    await Promise.all([world, other, world, other].map(({ deps }) => advanceDue(deps)));
    expect(await changesOf(late.reference)).toEqual([{ what: "delayed" }, { what: "authorized" }]);
    expect(await changesOf(disputed.reference)).toEqual([
      { what: "authorized" },
      { what: "captured" },
      { what: "disputed" },
    ]);
    expect((await world.processor.get(disputed.reference)).dispute).toBe("open");

    const read = await world.paid(CARDS.late);
    world.advance(12_000);
    expect((await world.processor.get(read.reference)).state).toBe("authorized");
  });

  it("captures what was authorized by itself in the same moment", async () => {
    const world = given();
    const { reference, purchaseId } = await world.paid(CARDS.late);
    world.advance(6_000);
    expect((await world.processor.capture(reference, purchaseId)).state).toBe("captured");
  });

  it("runs its job until it is stopped", async () => {
    const world = given();
    const tasks: ((signal: AbortSignal) => Promise<void>)[] = [];
    const loop: Loop = { wake: () => undefined, stop: async () => undefined };
    const scheduler: Scheduler = {
      loop: (name, _pause, task) => {
        expect(name).toBe("sandbox.advance_due");
        tasks.push(task);
        return loop;
      },
      spawn: () => undefined,
    };
    expect(sandboxLoops({ ...world.deps, scheduler, look: noLook })).toHaveLength(1);
    const { reference } = await world.paid(CARDS.late);
    world.advance(6_000);
    await tasks[0]?.(new AbortController().signal);
    expect(await changesOf(reference)).toHaveLength(2);
  });

  it("gives up a change that others are always faster with", async () => {
    const world = given();
    const { reference } = await world.paid(CARDS.good);
    let tries = 0;
    const db: Db = {
      ...world.deps.db,
      async query<Row>(statement: Parameters<Db["query"]>[0]): Promise<Row[]> {
        if (!statement.text.includes("update sandbox.payment")) return await world.deps.db.query<Row>(statement);
        tries += 1;
        return [];
      },
    };
    await expect(changePayment({ ...world.deps, db }, reference, { kind: "capture" })).rejects.toThrow(
      ProcessorUnavailable,
    );
    expect(tries).toBe(50);
  });

  it("reads no message that is longer than its own", () => {
    const { deps, processor } = given();
    const event = (type: string) => signMessage(deps, { id: "sbe_1", type, subject: undefined });
    expect(processor.readWebhook(event("x".repeat(4_000))).id).toBe("sbe_1");
    expect(() => processor.readWebhook(event("x".repeat(5_000)))).toThrow(WebhookRefused);
  });

  it("keeps of a card no more than processors show", async () => {
    const world = given();
    const { reference } = await world.paid(CARDS.good);
    const [row] = await database().admin.query(sql`select * from sandbox.payment where reference = ${reference}`);
    expect(JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toContain(
      "42424242",
    );
  });

  it.each([
    ["Approve", "approved"],
    ["REJECT", "rejected"],
    [" retry ", "retry"],
    ["review", "review"],
  ] as const)("decides people named %s: %s, and does not decide again", async (surname, state) => {
    const world = given();
    const { reference } = await world.tried();
    expect((await world.identity.get(reference)).state).toBe("waiting");
    const submit = (name: string) => changeIdentity(world.deps, reference, { kind: "submit", surname: name });
    const decided = await Promise.all(Array.from({ length: 10 }, () => submit(surname)));
    expect(new Set(decided.map((identity) => identity?.state))).toEqual(new Set([state]));
    await submit("approve");
    expect((await world.identity.get(reference)).state).toBe(state);
    expect(await changesOf(reference)).toEqual([{ what: state }]);
  });

  it("approves all others after two seconds", async () => {
    const world = given();
    const { reference } = await world.tried();
    await changeIdentity(world.deps, reference, { kind: "submit", surname: "constructor" });
    expect(await world.identity.get(reference)).toEqual({ state: "processing", reason: undefined });
    world.advance(1_000);
    expect((await world.identity.get(reference)).state).toBe("processing");
    world.advance(1_100);
    await advanceDue(world.deps);
    expect((await world.identity.get(reference)).state).toBe("approved");
  });

  it("gives a try one reference, and takes it for no other user", async () => {
    const { identity, random } = given();
    const request = { tryId: random.uuid(), userId: newId<UserId>(random), email: "alice@example.com" };
    const begun = await Promise.all(Array.from({ length: 20 }, () => identity.begin(request)));
    expect(new Set(begun.map(({ reference }) => reference)).size).toBe(1);
    const other = { ...request, userId: newId<UserId>(random) };
    await expect(identity.begin(other)).rejects.toThrow(ProcessorUnavailable);
    await expect(identity.get("sbi_none")).rejects.toThrow(ProcessorUnavailable);
  });

  it("refuses in the database what cannot be: a fee without a capture, a refund of nothing, a card without its number", async () => {
    const world = given();
    const { reference } = await world.paid(CARDS.good);
    for (const change of [
      "fee = 1",
      "refund = 'succeeded'",
      "last4 = null",
      "due = 'dispute', due_at = now()",
      "state = 'paid'",
    ])
      await expect(
        database().admin.query({
          text: `update sandbox.payment set ${change} where reference = $1`,
          values: [reference],
        }),
      ).rejects.toThrow(/constraint/);
    expect((await changePayment(world.deps, reference, { kind: "advance" }))?.state).toBe("authorized");
  });
});
