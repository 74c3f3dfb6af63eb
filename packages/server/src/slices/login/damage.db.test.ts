import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { invariants } from "./invariants.ts";
import type { Revision } from "./model/revision.ts";
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
      "insert into login.address values (decode(repeat('00', 32), 'hex'), array_fill(now(), array[21]), '{}', now(), array(select 'network ' || i from generate_series(1, 21) as i))",
    ],
    [
      "an address with too many codes for one network",
      "I14a",
      "insert into login.address values (decode(repeat('06', 32), 'hex'), array_fill(now(), array[6]), '{}', now(), array_fill('network a'::text, array[6]))",
    ],
    [
      "an address with too many codes for one browser",
      "I14a",
      "insert into login.address values (decode(repeat('07', 32), 'hex'), array_fill(now(), array[6]), '{}', now(), array_fill('browser a'::text, array[6]))",
    ],
    [
      "an address with too many wrong codes",
      "I14a",
      "insert into login.address values (decode(repeat('01', 32), 'hex'), '{}', array_fill(now(), array[101]), now())",
    ],
    [
      "an address whose times are not in order",
      "I14a",
      "insert into login.address values (decode(repeat('02', 32), 'hex'), array[now(), now() - interval '1 second'], '{}', now(), array['network a', 'network b'])",
    ],
    [
      "an address whose times of wrong codes are not in order",
      "I14a",
      "insert into login.address values (decode(repeat('05', 32), 'hex'), '{}', array[now(), now() - interval '1 second'], now())",
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
    [
      "a network with too many wrong codes",
      "I14n",
      "insert into login.network values (decode(repeat('08', 32), 'hex'), '{}', '{}', now(), array_fill(now(), array[51]))",
    ],
    [
      "a known browser of a user who does not exist",
      "I14b",
      "update login.known_browser set user_id = gen_random_uuid()",
    ],
    [
      "a browser that is known for too long",
      "I14b",
      "update login.known_browser set expires_at = expires_at + interval '1 minute'",
    ],
    [
      "too many known browsers of a user",
      "I14b",
      `insert into login.known_browser
       select gen_random_uuid(), sha256(i::text::bytea), k.user_id, k.address_hash, k.session_id, k.logged_in_at, k.expires_at,
              k.user_agent, k.network
         from login.known_browser k, generate_series(1, 20) as i`,
    ],
  ])("finds %s", async (_what, id, damage) => {
    const { admin } = database();
    const world = createLoginWorld(database());
    await admin.query(sql`delete from login.session`);
    await admin.query(sql`delete from login.address`);
    await admin.query(sql`delete from login.network`);
    await admin.query(sql`delete from login.known_browser`);
    const user = await givenUser(database());
    const secret = newSecret(world.random);
    await startSession(world.deps, {
      secret,
      state: undefined,
      user,
      revision: 0 as Revision,
      methods: ["email"],
      visitor,
    });
    expect(await audit()).toEqual([]);
    await admin.query({ text: damage, values: [] });
    expect(await audit()).toEqual([id]);
  });
});
