import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { totalsRoutes } from "./dashboard-routes.ts";

const NOW = new Date("2026-11-20T16:25:00Z");

onDatabase("GET /totals", (database) => {
  let app: Api;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    const world = createWorld(database());
    for (const name of ["owner", "other", "busy"]) callers.set(name, await world.project(name, sats(100n)));
    app = await sampleApp({
      authenticate: (key) => callers.get(key),
      routes: [asProjectPages(totalsRoutes({ db: database().db, clock: { now: () => NOW } }))],
    });
    const owner = callers.get("owner")?.wallet.owner.id;
    const hourOf = (text: string) => Date.parse(`${text}Z`) / 3_600_000;
    for (const [at, completed] of [
      ["2026-11-18T23:00:00", 1],
      ["2026-11-19T00:00:00", 2],
      ["2026-11-19T23:00:00", 3],
      ["2026-11-20T15:00:00", 4],
      ["2026-11-20T16:00:00", 5],
    ] as const)
      await database().admin.query(sql`
        insert into totals.project_hour (
          project_id, hour, completed, took_1s, took_5s, took_30s, took_5m, took_1h, took_longer, failed, received,
          completed_msats, fees_msats, took_ms, failed_msats, received_msats)
        values (${owner}, ${hourOf(at)}, ${completed}, 1, ${completed - 1}, 0, 0, 0, 0, 1, 2, ${completed * 1_000},
                ${completed}, ${completed * 10}, 7, 9)`);
  });
  afterAll(() => app.close());

  const get = async (apikey: string, query = "") =>
    (await ask(app, { method: "GET", url: `${PROJECT_PAGES}/totals${query}`, headers: { apikey } })).json();
  const counted = ({ data }: { data: { totals: { at: string; payments: { completed: number } }[] } }) =>
    data.totals.map(({ at, payments }) => [at.slice(0, 13), payments.completed]);

  it("answers each hour of the last day in which something happened", async () => {
    const answer = await get("owner");
    expect(answer.data).toMatchObject({
      from: "2026-11-19T17:00:00.000Z",
      to: "2026-11-20T17:00:00.000Z",
      by: "hour",
      isComplete: true,
      tookSeconds: [1, 5, 30, 300, 3_600],
    });
    expect(counted(answer)).toEqual([
      ["2026-11-19T23", 3],
      ["2026-11-20T15", 4],
      ["2026-11-20T16", 5],
    ]);
    expect(answer.data.totals[0]).toEqual({
      at: "2026-11-19T23:00:00.000Z",
      payments: {
        completed: 3,
        amount: "3000",
        fees: "3",
        failed: 1,
        failedAmount: "7",
        tookMs: 30,
        took: [1, 2, 0, 0, 0, 0],
      },
      receipts: { count: 2, amount: "9" },
    });
  });

  it("answers days in UTC, and what is asked for", async () => {
    const days = await get("owner", "?by=day");
    expect(counted(days)).toEqual([
      ["2026-11-18T00", 1],
      ["2026-11-19T00", 5],
      ["2026-11-20T00", 9],
    ]);
    expect(days.data.totals[1].receipts).toEqual({ count: 4, amount: "18" });
    expect(counted(await get("owner", "?from=2026-11-18T23:30:00Z&to=2026-11-19T00:00:00Z"))).toEqual([
      ["2026-11-18T23", 1],
    ]);
  });

  it("refuses a range that is too long, or none", async () => {
    for (const query of [
      "?from=2026-01-01T00:00:00Z",
      "?by=day&from=2024-01-01T00:00:00Z",
      "?from=2026-11-20T15:00:00Z&to=2026-11-20T15:00:00Z",
      "?by=week",
      "?from=yesterday",
    ]) {
      const answer = await get("owner", query);
      expect([query, answer.error?.code]).toEqual([query, "invalid_input"]);
    }
  });

  it("shows another project its own alone", async () => {
    expect((await get("other")).data.totals).toEqual([]);
    expect((await get("other", "?by=day")).data.totals).toEqual([]);
  });

  it("has what was just paid", async () => {
    const world = createWorld(database());
    const [payer, payee] = [callers.get("busy") as Caller, callers.get("other") as Caller];
    world.pay.recipientOf = async () => payee.wallet;
    await pay(world.pay, world.request(payer, { lnAddress: "payee@example.com", amount: msats(10n) }));
    const own = await sampleApp({
      authenticate: () => payer,
      routes: [asProjectPages(totalsRoutes({ db: database().db, clock: world.drive.clock }))],
    });
    const answer = await ask(own, { method: "GET", url: `${PROJECT_PAGES}/totals`, headers: { apikey: "busy" } });
    await own.close();
    expect(answer.json().data.totals).toMatchObject([{ payments: { completed: 1, amount: "10" } }]);
  });
});
