import { expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { followChanges, takeMessage } from "./drive/take-message.ts";
import type { PaymentProcessor } from "./model/ports.ts";
import { forgetOld } from "./sessions/forget-old.ts";
import { type Given, givenRamp, random } from "./testing/ramp.harness.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

onDatabase("messages of a processor", (database) => {
  const dueAtOf = async (ramp: Given, bought: Parameters<Given["reread"]>[0]) => (await ramp.reread(bought)).dueAt;

  /** A processor that lists the payments of `references` as changed, each time from where it was asked. */
  function givenChanges({ cards }: Given, references: readonly string[]) {
    const asked: string[] = [];
    const name = `test-${random.uuid()}`;
    const processor: PaymentProcessor = {
      ...cards.processor,
      name,
      listChanged: async (cursor) => {
        asked.push(cursor);
        return { cursor: `after ${asked.length}`, references };
      },
    };
    return { asked, processor, name };
  }

  async function givenWaiting() {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    const changes = givenChanges(ramp, [`pay_${bought.id}`]);
    await database().admin.query(sql`
      update ramp.purchase
         set due_at = null, processor = ${changes.name}
       where id = ${bought.id}`);
    return { ...ramp, ...changes, bought, deps: { ...ramp.deps, processor: () => changes.processor } };
  }

  it("that were lost are found in its list, from where the last one ended", async () => {
    const ramp = await givenWaiting();
    const { bought, deps, asked } = ramp;
    await followChanges(deps);
    expect(await dueAtOf(ramp, bought)).toBeInstanceOf(Date);
    await followChanges(deps);
    expect(asked).toEqual(["", "after 1"]);
  });

  it("are listed again when the process died before all that they are about was looked at", async () => {
    const ramp = await givenWaiting();
    const { bought, deps, asked } = ramp;
    const dying: Db = {
      ...deps.db,
      query: async (statement) => {
        if (statement.text.includes("update ramp.purchase")) throw new Error("the process died");
        return await deps.db.query(statement);
      },
    };
    await expect(followChanges({ ...deps, db: dying })).rejects.toThrow("the process died");
    expect(await dueAtOf(ramp, bought)).toBeUndefined();
    await followChanges(deps);
    expect(asked).toEqual(["", ""]);
    expect(await dueAtOf(ramp, bought)).toBeInstanceOf(Date);
  });

  it("are about payments of that processor alone", async () => {
    const ramp = await givenWaiting();
    const { bought, deps, name } = ramp;
    const subject = { kind: "payment", reference: `pay_${bought.id}` } as const;
    await takeMessage(deps, "another", { id: random.uuid(), type: "changed", subject });
    await takeMessage(deps, name, { id: random.uuid(), type: "changed", subject: { ...subject, kind: "identity" } });
    expect(await dueAtOf(ramp, bought)).toBeUndefined();
    await takeMessage(deps, name, { id: random.uuid(), type: "changed", subject });
    expect(await dueAtOf(ramp, bought)).toBeInstanceOf(Date);
  });

  it("are remembered once for each processor, and forgotten after 90 days; quotes that nobody took after an hour", async () => {
    const ramp = await givenRamp(database());
    const { deps, clock } = ramp;
    const id = random.uuid();
    for (const processor of ["test", "test", "another"])
      await takeMessage(deps, processor, { id, type: "changed", subject: undefined });
    const kept = async () => (await deps.db.query(sql`select 1 from ramp.message where event_id = ${id}`)).length;
    expect(await kept()).toBe(2);
    const [quoted, begun] = [await ramp.quoted(), await ramp.begun()];
    const isThere = async () =>
      (await deps.db.query(sql`select 1 from ramp.purchase where id = ${quoted.id}`)).length === 1;

    clock.advance(59 * MINUTE_MS);
    await forgetOld(deps);
    expect([await kept(), await isThere()]).toEqual([2, true]);
    clock.advance(2 * MINUTE_MS);
    await forgetOld(deps);
    expect(await isThere()).toBe(false);
    clock.advance(90 * DAY_MS - 62 * MINUTE_MS);
    await forgetOld(deps);
    expect(await kept()).toBe(2);
    clock.advance(2 * MINUTE_MS);
    await forgetOld(deps);
    expect(await kept()).toBe(0);
    expect(await ramp.stateOf(begun)).toBe("requires_payment");
  });
});
