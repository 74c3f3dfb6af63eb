import { beforeEach, expect, it } from "vitest";
import type { Actor } from "#kernel/caller.ts";
import { newId, type ProjectId, type ProjectKeyId, type UserId } from "#kernel/ids.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { findMade } from "./find-made.ts";
import { findReplay } from "./find-replay.ts";
import { type Idempotency, IdempotencyMismatch, idempotencyOf } from "./model/idempotency.ts";
import { rotateKeys } from "./rotate-keys.ts";

const random = machineRandom();
const PROJECT = newId<ProjectId>(random);
const DAY_MS = 86_400_000;
const actorOf = (projectId: ProjectId): Actor => ({
  kind: "project",
  projectId,
  keyId: newId<ProjectKeyId>(random),
  policy: { feeCeilingBasisPoints: 500n, internalIdIsUnique: false },
});

type Wanted = { readonly idempotency: Idempotency | undefined; readonly resource: string };
type Answer = { readonly outcome: readonly string[]; readonly resource: readonly (string | null)[] };

onDatabase("idempotency", (database) => {
  /** Days after the generation in use began. */
  let today = 0;
  let began = 0;
  const now = () => new Date(began + today * DAY_MS);
  const key = (name: string, input: object = { amount: 1_000n }) =>
    idempotencyOf(actorOf(PROJECT), "ln-address/send-payment", name, { ...input });
  const want = (idempotency?: Idempotency): Wanted => ({ idempotency, resource: random.uuid() });

  /** As another slice's function calls it: under the ledger's lock, in one transaction. */
  const take = (wanted: readonly Wanted[], released: readonly Wanted[] = []): Promise<Answer> =>
    database().db.transaction(async (tx) => {
      await tx.query(sql`select ledger.lock_book()`);
      const rows = await tx.query<Answer>(sql`
        select outcome, resource
          from idempotency.claim_keys(
            ${now()},
            ${wanted.map(({ idempotency }) => idempotency?.scope ?? null)}::uuid[],
            ${wanted.map(({ idempotency }) => (idempotency ? Buffer.from(idempotency.input, "hex") : null))}::bytea[],
            ${wanted.map(({ resource }) => resource)}::uuid[]
          )`);
      const scopes = released.map(({ idempotency }) => idempotency?.scope ?? null);
      await tx.query(sql`select idempotency.release_many(${now()}, ${scopes}::uuid[])`);
      return one(rows);
    });
  const rotate = (unfinished: readonly string[] = []) =>
    rotateKeys({ db: database().db, clock: { ...machineClock, now } }, unfinished);

  beforeEach(async () => {
    await database().admin.query(sql`truncate idempotency.claim`);
    const rows = await database().admin.query<{ since: Date }>(sql`select since from idempotency.generation`);
    began = one(rows).since.getTime();
    today = 0;
  });

  it("looks for a key by the index, however many there are since its plan was made", async () => {
    const takeThree = sql`
      select idempotency.claim_keys(
        now(), array[${random.uuid()}, ${random.uuid()}, ${random.uuid()}]::uuid[], array['a', 'b', 'c']::bytea[],
        array[${random.uuid()}, ${random.uuid()}, ${random.uuid()}]::uuid[])`;
    const readSoFar = sql`
      select sum(seq_tup_read)::int as rows from pg_stat_xact_user_tables where schemaname = 'idempotency' and relname like 'claim%'`;
    const rowsRead = await database().admin.transaction(async (tx) => {
      await tx.query(sql`analyze idempotency.claim`);
      for (let call = 0; call < 6; call += 1) await tx.query(takeThree);
      await tx.query(sql`
        insert into idempotency.claim (generation, scope, input, resource)
        select g.current, gen_random_uuid(), 'x', gen_random_uuid()
          from idempotency.generation g
         cross join generate_series(1, 5000)`);
      const before = one(await tx.query<{ rows: number }>(readSoFar)).rows;
      await tx.query(takeThree);
      return one(await tx.query<{ rows: number }>(readSoFar)).rows - before;
    });
    expect(rowsRead).toBe(0);
  });

  it("takes a key once, replays the same input, refuses another", async () => {
    const first = want(key("a"));

    expect(await take([first])).toEqual({ outcome: ["claimed"], resource: [null] });
    expect(await take([want(key("a"))])).toEqual({ outcome: ["replay"], resource: [first.resource] });
    expect(await take([want(key("a", { amount: 1n }))])).toEqual({
      outcome: ["mismatch"],
      resource: [first.resource],
    });
    expect((await take([want(key("b"))])).outcome).toEqual(["claimed"]);
  });

  it("takes requests without a key as they are", async () => {
    expect(await take([want(), want(key("a")), want()])).toEqual({
      outcome: ["claimed", "claimed", "claimed"],
      resource: [null, null, null],
    });
    expect((await take([])).outcome).toEqual([]);
    expect((await take([want(), want()])).outcome).toEqual(["claimed", "claimed"]);
  });

  it('takes an amount sent as 1000 and as "1000" for the same input', () => {
    expect(key("a", { amount: 1_000n })).toEqual(key("a", { amount: "1000" }));
    expect(key("a", { amount: 1_000n })).not.toEqual(key("a", { amount: 1_001n }));
  });

  it("keeps actors, operations and keys apart, and not the keys of one project", () => {
    const other = newId<ProjectId>(random);
    const scopes = [
      idempotencyOf(actorOf(PROJECT), "charges", "a", {}),
      idempotencyOf(actorOf(PROJECT), "charges", "b", {}),
      idempotencyOf(actorOf(PROJECT), "payments", "a", {}),
      idempotencyOf(actorOf(other), "charges", "a", {}),
      idempotencyOf({ kind: "user", userId: newId<UserId>(random), sessionId: "1" }, "charges", "a", {}),
      idempotencyOf({ kind: "operator" }, "charges", "a", {}),
      idempotencyOf({ kind: "slice", name: "operator" }, "charges", "a", {}),
    ].map(({ scope }) => scope);
    expect(new Set(scopes).size).toBe(7);
    expect(idempotencyOf(actorOf(PROJECT), "charges", "a", {}).scope).toBe(scopes[0]); // another API key of it
    for (const scope of scopes) expect(scope).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it("gives 50 duplicates in one batch the first one's resource", async () => {
    const duplicates = Array.from({ length: 50 }, () => want(key("a")));
    const stranger = want(key("a", { amount: 2n }));

    const { outcome, resource } = await take([...duplicates, stranger]);

    expect(outcome).toEqual(["claimed", ...Array(49).fill("replay"), "mismatch"]);
    expect(resource.slice(1)).toEqual(Array(50).fill(duplicates[0]?.resource));
  });

  it("gives 50 duplicates in concurrent batches one resource", async () => {
    const duplicates = Array.from({ length: 50 }, () => want(key("a")));

    const answers = await Promise.all(duplicates.map((duplicate) => take([want(key(random.uuid())), duplicate])));

    const winners = duplicates.filter((_, i) => answers[i]?.outcome[1] === "claimed");
    expect(winners).toHaveLength(1);
    const resources = answers.flatMap(({ outcome, resource }) => (outcome[1] === "replay" ? [resource[1]] : []));
    expect(resources).toEqual(Array(49).fill(winners[0]?.resource));
  });

  it("answers a repeated batch with what its first run made", async () => {
    const batch = [want(key("a")), want(key("b"))];
    await take(batch);

    expect(await take(batch)).toEqual({
      outcome: ["replay", "replay"],
      resource: batch.map(({ resource }) => resource),
    });
  });

  it("leaves the key of a refused request free", async () => {
    const refused = want(key("a"));
    const kept = want(key("b"));
    await take([refused, kept], [refused]);

    expect((await take([want(key("a")), want(key("b"))])).outcome).toEqual(["claimed", "replay"]);
  });

  it("knows a key on both sides of a change of generation, and across midnight", async () => {
    const first = want(key("a"));
    await take([first]);
    today = 31;
    expect(await rotate()).toBe("rotated");
    expect(await rotate()).toBe("not_due");

    const answer = await take([want(key("a")), want(key("b")), want(key("a", { amount: 5n }))]);

    expect(answer).toEqual({
      outcome: ["replay", "claimed", "mismatch"],
      resource: [first.resource, null, first.resource],
    });
    expect((await take([want(key("b"))])).outcome).toEqual(["replay"]);
  });

  it("changes generation after 30 days, not a millisecond earlier", async () => {
    today = 30 - 1 / DAY_MS;
    expect(await rotate()).toBe("not_due");
    today = 30;
    expect(await rotate()).toBe("rotated");
  });

  it("does not wait for a statement that reads the older keys, and changes nothing then", async () => {
    const kept = want(key("a"));
    await take([kept]);
    today = 31;
    await rotate();
    today = 62;
    const reading = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const reader = database().admin.snapshot(async (tx) => {
      await tx.query(sql`select count(*) from idempotency.claim`);
      begun.resolve();
      await reading.promise;
    });
    await begun.promise;

    const withoutLimit = await database().db.transaction(async (tx) => {
      await tx.query(sql`set local lock_timeout = 0`); // the function has a limit of its own
      return await tx.query(
        sql`select idempotency.rotate_keys(${now()}::timestamptz, ${[kept.resource]}::uuid[]) as rotation`,
      );
    });
    expect(withoutLimit).toEqual([{ rotation: "in_use" }]);
    expect(await rotate([kept.resource])).toBe("in_use");
    expect((await take([want(key("a"))])).outcome).toEqual(["replay"]);

    reading.resolve();
    await reader;
    expect(await rotate([kept.resource])).toBe("rotated");
    expect((await take([want(key("a"))])).outcome).toEqual(["replay"]);
  });

  it("forgets keys after 30 days at the earliest, and never those of what is not final", async () => {
    const [ended, open] = [want(key("ended")), want(key("open"))];
    await take([ended, open]);
    today = 31;
    await rotate([open.resource]);
    const late = want(key("late"));
    await take([late]);
    today = 62;
    await rotate([open.resource]);

    const answer = await take([want(key("ended")), want(key("open")), want(key("late"))]);
    expect(answer.outcome).toEqual(["claimed", "replay", "replay"]);
    expect(answer.resource[1]).toBe(open.resource);

    today = 93;
    await rotate([open.resource]);
    expect((await take([want(key("open")), want(key("late"))])).outcome).toEqual(["replay", "claimed"]);
    today = 124;
    await rotate([]);
    expect((await take([want(key("open")), want(key("late"))])).outcome).toEqual(["claimed", "replay"]);
  });

  it("finds what a key has made by one of several operations, for its actor", async () => {
    const first = want(key("lost"));
    await take([first]);
    const find = (of: ProjectId, operations: readonly string[]) =>
      findMade(database().db, actorOf(of), { operations, key: "lost" });
    const operation = "ln-address/send-payment";
    expect(await find(PROJECT, ["payments", operation])).toEqual({ operation, resource: first.resource });
    expect(await find(PROJECT, ["payments"])).toBeUndefined();
    expect(await find(newId<ProjectId>(random), [operation])).toBeUndefined();
  });

  it("finds what a key has made before anything is done for the request", async () => {
    const first = want(key("a"));
    await take([first]);

    expect(await findReplay(database().db, key("a"))).toBe(first.resource);
    expect(await findReplay(database().db, key("never"))).toBeUndefined();
    await expect(findReplay(database().db, key("a", { amount: 3n }))).rejects.toBeInstanceOf(IdempotencyMismatch);
  });
});
