import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { invariants } from "./invariants.ts";
import { newSecret } from "./model/secrets.ts";
import { startSession } from "./session/start-session.ts";
import { createLoginWorld } from "./testing/login.harness.ts";

const visitor = { userAgent: "test", network: "192.0.2.1" };

onDatabase("the audit of logins", (database) => {
  /** What the audit says, by number. */
  const audit = () =>
    database().db.snapshot(async (tx) => {
      const lines: string[] = [];
      for (const { id, breaches } of invariants) if ((await breaches(tx)).length > 0) lines.push(id);
      return lines;
    });

  it.each([
    ["a session of a user who does not exist", "I14s", "update login.session set user_id = gen_random_uuid()"],
    ["a session that lasts too long", "I14s", "update login.session set expires_at = expires_at + interval '1 minute'"],
    [
      "an address with too many codes",
      "I14a",
      "insert into login.address values (decode(repeat('00', 32), 'hex'), array_fill(now(), array[6]), '{}', now())",
    ],
    [
      "an address with too many wrong codes",
      "I14a",
      "insert into login.address values (decode(repeat('01', 32), 'hex'), '{}', array_fill(now(), array[16]), now())",
    ],
    [
      "an address whose times are not in order",
      "I14a",
      "insert into login.address values (decode(repeat('02', 32), 'hex'), array[now(), now() - interval '1 second'], '{}', now())",
    ],
    [
      "a network with too many addresses",
      "I14n",
      `insert into login.network
       select decode(repeat('03', 32), 'hex'), array_agg(sha256(i::text::bytea)), array_agg(now()), now() from generate_series(1, 31) as i`,
    ],
    [
      "a network with an address twice",
      "I14n",
      "insert into login.network values (decode(repeat('04', 32), 'hex'), array_fill(sha256('one'), array[2]), array_fill(now(), array[2]), now())",
    ],
  ])("finds %s", async (_what, id, damage) => {
    const { admin } = database();
    const world = createLoginWorld(database());
    await admin.query(sql`delete from login.session`);
    await admin.query(sql`delete from login.address`);
    await admin.query(sql`delete from login.network`);
    const user = await givenUser(database());
    const secret = newSecret(world.random);
    await startSession(world.deps, { secret, state: undefined, userId: user.id, methods: ["email"], visitor });
    expect(await audit()).toEqual([]);
    await admin.query({ text: damage, values: [] });
    expect(await audit()).toEqual([id]);
  });
});
