import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { closeIncident, closeIncidents } from "./close-incident.ts";
import type { IncidentId } from "./model/incident.ts";
import { recordDecision, recordIncident } from "./record-incident.ts";
import { countOpenIncidents, listIncidentsOf, listOpenIncidents } from "./store.ts";

const random = machineRandom();

onDatabase("incidents", (database) => {
  const lines: { msg: string }[] = [];
  const log = createLog({
    level: "info",
    pretty: false,
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const deps = () => ({ db: database().db, clock: machineClock, random, log });
  const newIncident = () =>
    ({ subjectKind: "payment", subject: random.uuid(), kind: "overdue", detail: "no report for an hour" }) as const;
  const of = (subject: string) => listIncidentsOf(database().db, subject);
  const close = (id: IncidentId) => closeIncident(deps(), { id, reason: "checked by hand" });

  it("are recorded and logged once until they are closed, and then again", async () => {
    const incident = newIncident();
    lines.length = 0;

    await Promise.all(Array.from({ length: 8 }, () => recordIncident(deps(), incident)));

    const [first, ...others] = await of(incident.subject);
    expect(first).toMatchObject({ ...incident, isOpen: true });
    expect(others).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toEqual(["incident.recorded"]);

    await close(first?.id as IncidentId);
    await recordIncident(deps(), incident);
    expect((await of(incident.subject)).map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it("of another kind are recorded beside each other", async () => {
    const incident = newIncident();
    const before = await countOpenIncidents(database().db);
    await recordIncident(deps(), incident);
    await recordIncident(deps(), { ...incident, kind: "late_success" });

    expect(await countOpenIncidents(database().db)).toBe(before + 2);
    expect(await of(incident.subject)).toHaveLength(2);
  });

  it("are closed once", async () => {
    const incident = newIncident();
    await recordIncident(deps(), incident);
    const [recorded] = await of(incident.subject);
    const id = recorded?.id as IncidentId;

    const results = await Promise.allSettled(Array.from({ length: 8 }, () => close(id)));

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(close(id)).rejects.toMatchObject({ code: "incident_not_found" });
    const open = await listOpenIncidents(database().db, 1_000);
    expect(open.map((one) => one.id)).not.toContain(id);
  });

  it("of a kind are closed when they are over, but not what another process has recorded since it was looked", async () => {
    const over = { ...newIncident(), kind: "recipient_holds", subjectKind: "recipient" } as const;
    const still = { ...over, subject: random.uuid() };
    const other = { ...over, kind: "overdue" } as const;
    for (const incident of [over, still, other]) await recordIncident(deps(), incident);
    const closeOver = async (openedBefore: Date) =>
      await closeIncidents(deps(), { kind: over.kind, openedBefore, except: [still.subject], reason: "it is over" });
    const open = async () => [...(await of(over.subject)), ...(await of(still.subject))].map(({ isOpen }) => isOpen);

    await closeOver(new Date(Date.now() - 60_000));
    expect(await open()).toEqual([true, true, true]);
    lines.length = 0;
    await Promise.all([1, 2, 3].map(() => closeOver(new Date(Date.now() + 60_000))));
    expect(await open()).toEqual([false, true, true]);
    expect(lines.map(({ msg }) => msg)).toEqual(["incident.closed"]);
  });

  it("do not stand for decisions: those leave nothing open, and are kept each", async () => {
    const decision = { ...newIncident(), kind: "ended_by_hand" } as const;
    await recordDecision(deps(), decision);
    await recordDecision(deps(), decision);
    expect((await of(decision.subject)).map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  it("are recorded in a batch for the elements that have one, and closed in one", async () => {
    const { db } = database();
    const [one, none] = [random.uuid(), random.uuid()];
    const record = () =>
      db.query(sql`
        select incidents.record_many(
                 ${new Date()}, ${[random.uuid(), random.uuid()]}::uuid[], 'payment', ${[one, none]}::text[],
                 ${["overdue", null]}::text[], ${["late", null]}::text[])`);
    await record();
    await record();
    expect(await of(one)).toMatchObject([{ kind: "overdue", detail: "late", isOpen: true }]);
    expect(await of(none)).toEqual([]);

    const closeMany = (kind: string) =>
      db.query(
        sql`select incidents.close_many(${new Date()}, ${[one, none]}::text[], ${kind}, ${["done", "done"]}::text[])`,
      );
    await closeMany("late_success");
    expect(await of(one)).toMatchObject([{ isOpen: true }]);
    await closeMany("overdue");
    expect(await of(one)).toMatchObject([{ isOpen: false }]);
  });
});
