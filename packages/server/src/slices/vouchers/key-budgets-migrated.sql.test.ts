import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { pay as accept } from "#payments";
import { OWN_SQL } from "#platform/database/migrate.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { DAY, givenVouchers } from "./testing/vouchers.harness.ts";

const textOf = (path: string) => readFileSync(path, "utf8");
const MIGRATION = textOf(join(OWN_SQL.migrations, "0067-key-budgets.sql"));

/** As 0.1.0 has the tables, with what they hold now. */
const TO_0_1_0 = `
  alter table projects.key_policy rename to newer;
  alter index projects.key_policy_pkey rename to newer_pkey;
  create table projects.key_policy (
    key_id uuid primary key references projects.project_key (id),
    cap_msats bigint check (cap_msats >= 0),
    daily_msats bigint check (daily_msats >= 0),
    hour int not null default 0,
    spent_hour bigint not null default 0,
    spent_day bigint not null default 0,
    scopes text[] check (cardinality(scopes) > 0),
    destinations text[] check (cardinality(destinations) > 0),
    networks text[] check (cardinality(networks) > 0),
    spent_before bigint[] not null default array_fill(0::bigint, array[24])
  ) with (fillfactor = 50);
  insert into projects.key_policy
  select key_id, cap_msats, daily_msats, hour, spent_hour, spent_day, scopes, destinations, networks, spent_before
    from projects.newer;
  drop table projects.newer cascade;
  alter table projects.project_key drop column name, drop column rolled_from cascade, drop column rules_of cascade`;

onDatabase("keys of 0.1.0", (database) => {
  it("have the budgets by day, week and month that their payments and vouchers took", async () => {
    const { world, issuer, clock, issueAll, revoke, claim, later, breaches } = await givenVouchers(database());
    const { admin } = database();
    const run = async (text: string) => await admin.query({ text, values: [] });
    const rows = () => run("select * from projects.key_policy order by key_id");
    const policy = { daily: sats(900n), cap: sats(500n), scopes: ["send"] as const, destinations: undefined };
    const payer = await withPolicy(database(), issuer, policy);
    const other = await withPolicy(database(), issuer, { networks: ["::1"] });
    await withPolicy(database(), issuer, { scopes: ["read"] });
    const pay = async (caller: Caller, amount: bigint, lnAddress = world.recipient("shop")) => {
      await accept(world.pay, world.request(caller, { lnAddress, amount: sats(amount), waitMs: 0 }));
      await world.settled();
    };
    const issueAs = async (caller: Caller, kind: "voucher" | "withdrawal", amount: bigint) => {
      const [made] = (await issueAll([{ amount: sats(amount) }], { caller, kind })).issued;
      if (made?.token === undefined) throw new Error("nothing was issued");
      return { voucher: made.voucher, token: made.token };
    };

    for (const [days, amount] of [
      [0, 1n],
      [35, 2n],
      [7, 4n],
      [3, 8n],
      [0, 16n],
    ] as const) {
      clock.advance(days * DAY);
      await pay(payer, amount);
      await pay(other, amount);
    }
    await revoke(await issueAs(other, "voucher", 32n));
    const open = await issueAs(other, "voucher", 64n);
    world.node.plan = settles({ fee: msats(1_000n) });
    await claim(await issueAs(payer, "withdrawal", 128n), { invoice: world.invoice({ amount: sats(118n) }).text });
    await later(5_000);
    clock.advance(4 * DAY);
    world.node.plan = fails("no_route");
    await pay(other, 256n, world.recipient("gone"));
    await later(60_000);
    expect(open.voucher.amount).toBe(sats(64n));
    const wrong = async () => (await breaches()).filter((line) => line.startsWith("key "));
    expect(await wrong()).toEqual([]);
    const before = await rows();
    expect(before).toHaveLength(3);
    expect(JSON.stringify(before, (_, value) => (typeof value === "bigint" ? String(value) : value))).toContain(
      '"4000"',
    );

    await run(TO_0_1_0);
    await run(MIGRATION);
    for (const path of globSync(join(OWN_SQL.slices, "projects/sql/*.sql"))) await run(textOf(path));
    await run(textOf(join(OWN_SQL.slices, "projects/grants.sql")));

    expect(await rows()).toEqual(before);
    expect(await wrong()).toEqual([]);
  });
});
