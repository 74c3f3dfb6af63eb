import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { findClosure } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { migrate, OWN_SQL } from "#platform/database/migrate.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenStarted } from "./testing/started.harness.ts";

/** Migrations of this version, with those of a made-up next one. */
function nextVersion(files: Readonly<Record<string, string>>) {
  const migrations = mkdtempSync(join(tmpdir(), "leyden-next-"));
  onTestFinished(() => rmSync(migrations, { recursive: true }));
  cpSync(OWN_SQL.migrations, migrations, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(migrations, name), text);
  return { ...OWN_SQL, migrations };
}

const WIDER = "-- compatible: yes\nalter table payments.payment add column planted int";
const FILLED = `-- compatible: yes
-- remaining: select count(*) from payments.payment where planted is null
with due as (select id from payments.payment where planted is null limit 5),
     slow as (select pg_sleep(0.05))
update payments.payment p set planted = 1 from due, slow where p.id = due.id`;
const BROKEN = "-- compatible: no\nalter table payments.payment drop column planted";

/** A process of the version before goes on while the database becomes that of the next one. */
onDatabase("a process of an older version", (database) => {
  it("pays beside what it can go on with, and then pays nothing and answers 503 with Retry-After", async () => {
    const { node, baseUrl, call, key } = await givenStarted(database());
    const charge = await call("POST", "/v0/charges", { amount: "1000000", description: "funds" });
    await node.counterparty.pay(charge.body.data.invoice.request);
    await expect.poll(async () => (await call("GET", "/v0/wallet")).body.data.balance).toBe("1000000");
    const { db, admin, url } = database();

    const answers: { name: string; status: number; retryAfter: string | null; code: string | undefined }[] = [];
    let isOver = false;
    const payer = async (who: number) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `${who}-${n}`;
        const response = await fetch(`${baseUrl}/v1/create-voucher`, {
          method: "POST",
          headers: { apikey: key, "content-type": "application/json", "idempotency-key": name },
          body: JSON.stringify({ amount: "1000", description: name, internalId: name }),
        });
        const body = (await response.json()) as { error?: { code: string } };
        const retryAfter = response.headers.get("retry-after");
        answers.push({ name, status: response.status, retryAfter, code: body.error?.code });
        if (response.status === 503) await sleep(20);
      }
    };
    const paying = Promise.all([1, 2, 3, 4].map(payer));
    await expect.poll(() => answers.length).toBeGreaterThan(10);

    const compatible = nextVersion({ "9000-wider.sql": WIDER, "9001-filled.sql": FILLED });
    const before = answers.length;
    await migrate(url, compatible, { beside: true, release: "0.1.1" });
    expect(answers.length).toBeGreaterThan(before);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

    await migrate(url, nextVersion({ "9000-wider.sql": WIDER, "9001-filled.sql": FILLED, "9002-broken.sql": BROKEN }));
    const migrated = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(migrated + 20);
    isOver = true;
    await paying;

    const refused = answers.filter(({ status }) => status !== 200);
    // sent in the moment in which its connection ended: repeating it with its key says what it was
    const unknown = refused.filter(({ code }) => code === "outcome_unknown").map(({ name }) => name);
    expect(unknown.length).toBeLessThanOrEqual(4);
    const clear = refused.filter(({ name }) => !unknown.includes(name));
    expect(clear.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) >= 1))).toEqual([]);
    expect(answers.slice(migrated + 4).filter(({ status }) => status === 200)).toEqual([]);
    expect(await findClosure(db)).toBe("comparing");

    const made = await admin.query<{ name: string }>(sql`
      select description as name
        from vouchers.voucher`);
    const acknowledged = answers.filter(({ status }) => status === 200).map(({ name }) => name);
    expect(new Set(made.map(({ name }) => name)).size).toBe(made.length);
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
    expect(made.filter(({ name }) => !acknowledged.includes(name) && !unknown.includes(name))).toEqual([]);
    await admin.query(sql`update platform.migration_mark set is_compatible = true`); // so that it stops in order
  });
});
