import { expect, it } from "vitest";
import { newId, type WalletId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createRecipientCache, recipientsAt } from "./find-recipient.ts";
import { listFreeNames, listNames } from "./store.ts";

const random = machineRandom();
const HOST = "leyden.example";
const START = new Date("2026-03-01T12:00:00.000Z");
const after = (days: number, ms = 0) => new Date(START.getTime() + days * 86_400_000 + ms);

onDatabase("names of wallets", (database) => {
  const newName = () => `n-${random.uuid().slice(-8)}`;
  const open = async (name: string, at = START) => {
    const id = newId<WalletId>(random);
    const { account } = one(
      await database().db.query<{ account: bigint | null }>(sql`
        select wallets.open_named(${at}, ${id}, 'user', ${random.uuid()}, ${name}) as account`),
    );
    return { id, account };
  };
  const take = async (wallet: WalletId, name: string, at: Date, db: Pick<Db, "query"> = database().db) => {
    const rows = await db.query<{ taken: boolean }>(sql`
      select wallets.claim_name(${at}, ${wallet}, ${name}) as taken`);
    return one(rows).taken;
  };
  /** A wallet with a name that it has released at START, and the name. */
  const released = async () => {
    const name = newName();
    const { id } = await open(name);
    await take(id, newName(), START);
    return { id, name };
  };
  const find = async (name: string, db: Db = database().db) => {
    const found = await recipientsAt(HOST, { db, recipientCache: createRecipientCache(machineClock) })({
      host: HOST,
      user: name,
    });
    return typeof found === "object" ? found.id : found;
  };
  const walletsOf = async (name: string) =>
    await database().db.query<{ wallet: WalletId; used: boolean }>(sql`
      select wallet_id as wallet, was_used as used from wallets.name where name = ${name}`);

  it("lead to the wallet that was opened with them; a name that is taken opens nothing", async () => {
    const name = newName();
    const { id, account } = await open(name);
    expect(account).not.toBeNull();
    expect(await find(name.toUpperCase())).toBe(id);

    const second = await open(name);
    expect(second.account).toBeNull();
    const rows = await database().db.query(sql`select from wallets.wallet where id = ${second.id}`);
    expect(rows).toEqual([]);
  });

  it("of another host are not ours", async () => {
    const find = recipientsAt(HOST, { db: database().db, recipientCache: createRecipientCache(machineClock) });
    expect(await find({ host: "elsewhere.example", user: "anything" })).toBeUndefined();
    expect(await find({ host: HOST, user: "no-such-name" })).toBe("unknown");
  });

  it("have lower case, and the signs of an address", async () => {
    for (const name of ["Upper", "a+b", "ä", "", "x".repeat(33)])
      await expect(open(name)).rejects.toMatchObject({ code: "23514" });
  });

  it("are marked as used by the first look-up, and not written again", async () => {
    const name = newName();
    const { id } = await open(name);
    const version = async () =>
      one(await database().db.query<{ xmin: string }>(sql`select xmin::text from wallets.name where name = ${name}`));
    expect(await walletsOf(name)).toEqual([{ wallet: id, used: false }]);

    await find(name);
    expect(await walletsOf(name)).toEqual([{ wallet: id, used: true }]);
    const written = await version();
    await find(name);
    expect(await version()).toEqual(written);
  });

  it("are freed on the ninetieth day after they were released, to the millisecond", async () => {
    const { name } = await released();
    const other = await open(newName());
    expect(await take(other.id, name, after(90, -1))).toBe(false);
    expect(await listFreeNames(database().db, [name], after(90, -1))).toEqual(new Set());
    expect(await listFreeNames(database().db, [name, "free"], after(90))).toEqual(new Set([name, "free"]));
    expect(await take(other.id, name, after(90))).toBe(true);
    expect(await walletsOf(name)).toEqual([{ wallet: other.id, used: false }]);
  });

  it("lead to the wallet that released them while no other has them, and are its own for ever once they were used", async () => {
    const { id, name } = await released();
    expect(await find(name)).toBe(id);

    const other = await open(newName());
    expect(await take(other.id, name, after(100_000))).toBe(false);
    expect(await listFreeNames(database().db, [name], after(100_000))).toEqual(new Set());
    expect(await take(id, name, after(100_001))).toBe(true);
    expect((await listNames(database().db, id))[0]).toMatchObject({ name, releasedAt: undefined, wasUsed: true });
  });

  it("that are taken by the wallet which has them stay as they are", async () => {
    const name = newName();
    const { id } = await open(name);
    const before = await listNames(database().db, id);
    expect(await take(id, name, after(5))).toBe(true);
    expect(await listNames(database().db, id)).toEqual(before);
  });

  it("that get a new wallet between the two steps of a look-up lead to the new one", async () => {
    const { name } = await released();
    const other = await open(newName());
    const { db } = database();
    let steps = 0;
    const between: Db = {
      ...db,
      async query(statement) {
        const rows = await db.query(statement);
        steps += 1;
        if (steps === 1) await take(other.id, name, after(90));
        return rows as never;
      },
    };

    expect(await find(name, between)).toBe(other.id);
    expect(steps).toBe(3);
    expect(await walletsOf(name)).toEqual([{ wallet: other.id, used: true }]);
  });

  it("whose first look-up is under way are not given to another wallet", async () => {
    const { id, name } = await released();
    const other = await open(newName());
    const { db } = database();
    const first = await db.transaction(async (tx) => {
      await tx.query(sql`update wallets.name set was_used = true where name = ${name}`);
      const waiting = take(other.id, name, after(90));
      await expect.poll(async () => await isWaiting()).toBe(true);
      return { waiting };
    });

    expect(await first.waiting).toBe(false);
    expect(await walletsOf(name)).toEqual([{ wallet: id, used: true }]);
  });

  it("go to one of eight wallets that take one at the same time", async () => {
    const name = newName();
    const wallets = await Promise.all(Array.from({ length: 8 }, () => open(newName())));
    const taken = await Promise.all(wallets.map(({ id }) => take(id, name, START)));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
    const [winner] = await walletsOf(name);
    expect(winner?.wallet).toBe(wallets[taken.indexOf(true)]?.id);
  });

  it("are one at a time for a wallet, whatever is written", async () => {
    const { id } = await open(newName());
    const second = database().admin.query(sql`
      insert into wallets.name (name, wallet_id, since) values (${newName()}, ${id}, ${START})`);
    await expect(second).rejects.toMatchObject({ code: "23505" });
  });

  async function isWaiting(): Promise<boolean> {
    const rows = await database().admin.query(sql`
      select from pg_stat_activity
       where datname = current_database()
         and wait_event_type = 'Lock'
         and query like '%claim_name%'`);
    return rows.length > 0;
  }
});
