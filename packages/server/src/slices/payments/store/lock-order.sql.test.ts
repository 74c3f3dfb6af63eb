import { beforeEach, expect, it } from "vitest";
import { type Statement, sql } from "#platform/database/db.ts";
import { meetAt, runByIndex } from "#platform/database/testing/blocked.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { Payment } from "../model/payment.ts";
import { type Driving, givenDriving } from "../testing/driving.harness.ts";
import { updateOnHold } from "./payments.ts";

const random = machineRandom();

onDatabase("what writes several payments", (database) => {
  let driving: Driving;
  /** Leased and on hold. */
  let payments: readonly Payment[];

  beforeEach(async () => {
    driving = await givenDriving(database());
    const leased = [await driving.lease(), await driving.lease(), await driving.lease()];
    await updateOnHold(database().db, "restore");
    payments = await Promise.all(leased.map(driving.reread));
  });

  type Writer = (payments: readonly Payment[]) => Statement;
  const idsOf = (payments: readonly Payment[]) => payments.map(({ id }) => id);

  const postpone: Writer = (payments) => {
    const nulls = payments.map(() => null);
    return sql`
      select outcome
        from payments.postpone_many(
               now(), ${idsOf(payments)}::uuid[], ${payments.map(({ lease }) => String(lease.token))}::bigint[],
               ${payments.map(({ version }) => version)}::int[], ${payments.map(() => "resolving")}::text[],
               ${payments.map(() => "held")}::text[], ${payments.map(() => "a test")}::text[],
               ${payments.map(() => "2999-01-01")}::timestamptz[],
               ${payments.map(() => false)}::boolean[], ${payments.map(() => false)}::boolean[], ${nulls}::text[],
               ${nulls}::uuid[], ${nulls}::text[], ${nulls}::text[])`;
  };
  const finish: Writer = (payments) => {
    const nulls = payments.map(() => null);
    return sql`
      select outcome
        from payments.finish_many(
               now(), ${idsOf(payments)}::uuid[], ${payments.map(() => "failed")}::text[], ${payments.map(() => 0)}::int[],
               ${nulls}::bytea[], ${payments.map(() => 0)}::bigint[], ${payments.map(() => "node_unavailable")}::text[],
               ${payments.map(() => "a test")}::text[], ${nulls}::timestamptz[], ${nulls}::bytea[],
               ${payments.map(() => random.uuid())}::uuid[], ${payments.map(() => random.uuid())}::uuid[])`;
  };
  const hold: Writer = () => sql`select payments.put_on_hold('restore')`;
  const release: Writer = () => sql`select id from payments.release_on_hold(now(), null)`;

  const run = (statement: Statement) => runByIndex(database(), statement);

  const PAIRS = [
    ["what is postponed", "what is postponed", postpone, postpone],
    ["what is postponed", "outcomes", postpone, finish],
    ["what is postponed", "a release of all", postpone, release],
    ["what is postponed", "a hold of all", postpone, hold],
    ["outcomes", "a release of all", finish, release],
    ["outcomes", "a hold of all", finish, hold],
  ] as const;
  // What writes all payments takes them in the order of the table: one of both orders is another.
  const ORDERS = ["the first one first", "the last one first"] as const;

  it.each(PAIRS.flatMap(([a, b, ...writers]) => ORDERS.map((order) => [a, b, order, ...writers] as const)))(
    "does not wait for each other for ever: %s and %s, %s",
    async (_a, _b, order, first, second) => {
      if (second === hold) await database().admin.query(sql`update payments.payment set on_hold_for = null`);
      const sorted = order === "the first one first" ? payments : payments.toReversed();
      const [, middle] = sorted;
      if (middle === undefined) throw new Error("there is no payment");

      const answers = await meetAt(
        database(),
        sql`select from payments.payment where id = ${middle.id} for update`,
        () => run(first(sorted)),
        () => run(second(sorted.toReversed())),
      );

      for (const answer of answers) expect(answer).toEqual(expect.any(Array));
      expect(await driving.breaches()).toEqual([]);
    },
  );
});
