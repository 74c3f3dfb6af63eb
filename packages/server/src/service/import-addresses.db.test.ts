import { expect, it } from "vitest";
import { blockUser, setEmail, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { findUser } from "#users";
import { dyingAt, importOf } from "./testing/imported.harness.ts";

const random = machineRandom();

onDatabase("the import of addresses that users have left", (database) => {
  async function given() {
    const journal = memoryJournal();
    const mails = { baseUrl: "https://pay.example", outlet: () => ({ kind: "none" }) as const };
    const deps = { ...database(), ...mails, clock: machineClock, random, journal };
    const user = await givenUser(database(), { emailIsVerified: true });
    const read = async () => (await findUser(database().db, user.id)) ?? user;
    const change = async (email: string = `${random.uuid()}@example.com`) => {
      await setEmail(deps, await read(), emailAddress(email));
      return email;
    };
    const goBack = async (email: string) => {
      await database().admin.query(sql`
        update users.user set email = ${email}, blocked_at = null where id = ${user.id}`);
    };
    const isBlocked = async () => (await read()).blockedAt !== undefined;
    return { deps, user, journal, change, goBack, isBlocked };
  }

  it("blocks the user, once, until an operator has given the address; no line has one", async () => {
    const { deps, user, journal, change, goBack, isBlocked } = await given();
    const [one, two] = [await change(), await change()];
    expect(journal.entries).toMatchObject([1, 2].map(() => ({ what: "email.change", id: user.id })));
    for (const entry of journal.entries)
      for (const text of [one, two, user.email])
        expect(
          Object.values(entry)
            .flat()
            .map(String)
            .concat(entry.hashes?.map((hash) => Buffer.from(hash).toString()) ?? []),
        ).not.toContain(text);
    const run = await importOf(database(), journal.entries);
    expect(await run()).toEqual([]);

    for (const former of [user.email, one]) {
      await goBack(former);
      await expect(run(dyingAt(database().db, /login.block_user/, 1))).rejects.toThrow("died");
      expect(await isBlocked()).toBe(false);
      const both = await Promise.all([run(), run()]);
      for (const imported of both)
        expect(imported).toMatchObject([
          {
            id: user.id,
            outcome: "question",
            detail: expect.stringContaining(`leyden user email ${user.id} <address>`),
          },
        ]);
      expect(await isBlocked()).toBe(true);
    }
    await change(two);
    await unblockUser(deps, user.id);
    const later = await importOf(database(), journal.entries);
    expect([await later(), await isBlocked()]).toEqual([[], false]);
  });

  it("leaves who took an address again, whom an operator left it, and other users with it", async () => {
    const { user, journal, change, goBack, isBlocked } = await given();
    const other = await change();
    await change(user.email);
    const run = await importOf(database(), journal.entries);
    expect(await run()).toEqual([]);
    await goBack(other);
    expect(await run()).toMatchObject([{ id: user.id, outcome: "question" }]);
    await change(other); // the one that it is, as the operator says
    await goBack(other);
    expect(await (await importOf(database(), journal.entries))()).toEqual([]);

    await goBack(user.email);
    const left = { ...journal.entries[0], id: (await givenUser(database())).id } as (typeof journal.entries)[number];
    expect(await (await importOf(database(), [left]))()).toEqual([]);
    expect(await isBlocked()).toBe(false);
  });

  it("keeps a block of its own reason, and is refused an address of another user", async () => {
    const { deps, user, journal, change, goBack, isBlocked } = await given();
    await change();
    await goBack(user.email);
    await blockUser({ ...deps, journal: memoryJournal() }, user.id);
    expect(await (await importOf(database(), journal.entries))()).toMatchObject([{ outcome: "question" }]);
    const other = await givenUser(database());
    await expect(change(other.email)).rejects.toMatchObject({ code: "email_taken" });
    expect([await isBlocked(), journal.entries]).toEqual([true, [expect.anything()]]);
  });
});
