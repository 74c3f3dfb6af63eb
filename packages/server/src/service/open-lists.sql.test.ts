import { expect, it } from "vitest";
import { countOpenIncidents, listOpenIncidents } from "#incidents";
import { countSigns, listForeign } from "#lightning";
import type { Db, Statement } from "#platform/database/db.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";

const CLOSED = 100_000;

onDatabase("what is open among much that is closed", (database) => {
  it("is read by an index: foreign payments and incidents", async () => {
    const { admin, db } = database();
    await admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at, reason, transfer_id, booked_at)
      select sha256(i::text::bytea), 1000, now(), 'a bill', gen_random_uuid(), case when i > 3 then now() end
        from generate_series(1, ${CLOSED}::int) i`);
    await admin.query(sql`
      insert into incidents.incident (id, subject_kind, subject, kind, detail, created_at, closed_at, closed_reason)
      select gen_random_uuid(), 'payment', i::text, 'foreign_payment', 'x', now(),
             case when i > 3 then now() end, case when i > 3 then 'booked' end
        from generate_series(1, ${CLOSED}::int) i`);
    await admin.query(sql`analyze lightning.foreign_payment`);
    await admin.query(sql`analyze incidents.incident`);

    for (const read of [listForeign, countSigns, (one: Db) => listOpenIncidents(one, 100), countOpenIncidents]) {
      const asked: Statement[] = [];
      const query: Db["query"] = async (statement) => {
        asked.push(statement);
        return await db.query(statement);
      };
      const listening = { ...db, query };
      await read(listening);
      for (const { text, values } of asked) {
        const plan = await admin.query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
        expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/foreign_payment_open|incident_open/);
      }
    }
    await admin.query(sql`delete from lightning.foreign_payment`);
    await admin.query(sql`delete from incidents.incident`);
  });
});
