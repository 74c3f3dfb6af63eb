import { expect, it } from "vitest";
import { NO_RANGE, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { forgetOld } from "./forget-old.ts";
import type { RefusedId, RefusedRequest } from "./model/refused-request.ts";
import { REFUSED_OF_PROJECT_HOUR, REFUSED_OF_PROJECT_SURE, REFUSED_OF_SERVICE_HOUR } from "./model/shares.ts";
import { keepMany, listRefused } from "./store.ts";

const random = machineRandom();
const newProject = () => random.uuid() as ProjectId;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onDatabase("requests.keep_many", (database) => {
  function refusedOf(projectId: ProjectId, at = new Date(), changes: Partial<RefusedRequest> = {}): RefusedRequest {
    const id = random.uuid() as RefusedId;
    const keyId = random.uuid() as ProjectKeyId;
    const asked = { requestId: `r-${id}`, method: "POST", route: "/v0/payments", path: "/v0/payments" };
    const answered = { status: 400, code: "invalid_input", message: "amount is required", details: [] } as const;
    return {
      id,
      projectId,
      keyId,
      at,
      ...asked,
      ...answered,
      body: "{}",
      network: "203.0.113.7",
      tookMs: 3,
      ...changes,
    };
  }

  /** On a clock whose hour no other test has. */
  function given() {
    nowMs += 10 * HOUR;
    const clock = { ...machineClock, now: () => new Date(nowMs) };
    const batch = database().batchOn(clock);
    const keep = (count: number, projectId: ProjectId) =>
      Promise.all(Array.from({ length: count }, () => batch(keepMany, refusedOf(projectId, clock.now()))));
    return { clock, batch, keep };
  }
  let nowMs = Date.parse("2030-01-01T00:30:00Z");

  const all = (projectId: ProjectId) => listRefused(database().db, { projectId, range: NO_RANGE, limit: 10_000 }, {});
  const kept = (outcomes: readonly string[]) => outcomes.filter((outcome) => outcome === "kept").length;

  it("keeps what it is given, as it is given", async () => {
    const { batch } = given();
    const refused = refusedOf(newProject(), new Date("2026-11-20T16:25:00.110Z"), {
      details: [{ field: 'vouchers.0."amount"', issue: "is wrong, \\ and {so}" }],
      body: undefined,
    });
    expect(await batch(keepMany, refused)).toBe("kept");
    expect(await all(refused.projectId)).toEqual([refused]);
  });

  it("keeps one once, also when the same call is repeated after a lost connection", async () => {
    const { batch, clock } = given();
    const refused = refusedOf(newProject(), clock.now());
    expect([await batch(keepMany, refused), await batch(keepMany, refused)]).toEqual(["kept", "kept"]);
    expect(await all(refused.projectId)).toHaveLength(1);
    const counted = await database().admin.query<{ kept: number }>(sql`
      select kept from requests.project_hour where project_id = ${refused.projectId}`);
    expect(counted).toEqual([{ kept: 1 }]);
  });

  it("keeps so many of a project in an hour, and as many in the next", async () => {
    const { keep } = given();
    const project = newProject();
    expect(kept(await keep(REFUSED_OF_PROJECT_HOUR + 50, project))).toBe(REFUSED_OF_PROJECT_HOUR);
    expect(kept(await keep(1, project))).toBe(0);
    expect(kept(await keep(1, newProject()))).toBe(1);
    nowMs += HOUR;
    expect(kept(await keep(1, project))).toBe(1);
  });

  it("keeps so many of all projects in an hour, and of each project some whatever others do", async () => {
    const { keep } = given();
    let sum = 0;
    for (let i = 0; i < REFUSED_OF_SERVICE_HOUR / REFUSED_OF_PROJECT_HOUR; i += 1)
      sum += kept(await keep(REFUSED_OF_PROJECT_HOUR, newProject()));
    expect(sum).toBe(REFUSED_OF_SERVICE_HOUR);
    expect(kept(await keep(REFUSED_OF_PROJECT_SURE + 5, newProject()))).toBe(REFUSED_OF_PROJECT_SURE);
  });

  it("keeps no more when several processes keep at the same time", async () => {
    const { clock } = given();
    const projects = Array.from({ length: 4 }, newProject);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, process) => {
        const batch = database().batchOn(clock);
        // each in another order
        const turned = projects.map((_project, i) => projects[(i + process) % projects.length] as ProjectId);
        const asked = Array.from({ length: 60 }, () => turned).flat();
        return await Promise.all(asked.map((project) => batch(keepMany, refusedOf(project, clock.now()))));
      }),
    );
    const rows = await Promise.all(projects.map(async (project) => (await all(project)).length));
    expect(kept(outcomes.flat())).toBe(REFUSED_OF_SERVICE_HOUR);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(REFUSED_OF_SERVICE_HOUR);
    for (const count of rows) expect(count).toBeLessThanOrEqual(REFUSED_OF_PROJECT_HOUR);
  });

  it("is forgotten after 30 days, with what was counted", async () => {
    const { clock, batch } = given();
    const project = newProject();
    const [old, young] = [new Date(clock.now().getTime() - 30 * DAY - 1), new Date(clock.now().getTime() - 30 * DAY)];
    for (const at of [old, young]) await batch(keepMany, refusedOf(project, at));
    const deps = { db: database().db, clock };
    expect(await forgetOld(deps)).toBeGreaterThan(0);
    expect((await all(project)).map(({ at }) => at)).toEqual([young]);

    nowMs += 4 * HOUR;
    while ((await forgetOld(deps)) > 0);
    const { count } = one(
      await database().admin.query<{ count: bigint }>(sql`
        select count(*) from requests.project_hour where project_id = ${project}`),
    );
    expect(count).toBe(0n);
  });
});
