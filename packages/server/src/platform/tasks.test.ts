import { describe, expect, it } from "vitest";
import { DatabaseUnavailable, OutcomeUnknown } from "./database/connection.ts";
import { createLog } from "./log.ts";
import { machineClock } from "./machine/clock.ts";
import { machineScheduler } from "./machine/scheduler.ts";
import { createMetrics } from "./metrics.ts";
import { databaseInLog, measureTasks, tasksInLog } from "./tasks.ts";

function givenLog() {
  const lines: { level: string; msg: string; task?: string }[] = [];
  const log = createLog({
    level: "info",
    pretty: false,
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  return { log, seen: () => lines.map(({ level, msg, task }) => [level, msg, ...(task === undefined ? [] : [task])]) };
}

describe("tasks in the log", () => {
  it("have one line when a task begins to fail and one when it works again", () => {
    const { log, seen } = givenLog();
    const watch = tasksInLog(() => log);

    watch.failed("audit", new Error("no"), false);
    for (let i = 0; i < 60; i += 1) watch.failed("audit", new Error("no"), true);
    watch.recovered?.("audit", 61);
    watch.overdue?.("solvency");

    expect(seen()).toEqual([
      ["error", "task.failed", "audit"],
      ["info", "task.recovered", "audit"],
      ["error", "task.overdue", "solvency"],
    ]);
  });

  it("leave an outage of the database to its own two lines", () => {
    const { log, seen } = givenLog();
    const watch = tasksInLog(() => log);
    const database = databaseInLog(log);

    database.lost(new Error("connect ECONNREFUSED"));
    watch.failed("audit", new OutcomeUnknown(new Error("Connection terminated")), false);
    watch.failed("solvency", new DatabaseUnavailable(new Error("connect ECONNREFUSED")), false);
    database.back();

    expect(seen()).toEqual([
      ["error", "database.lost"],
      ["info", "database.reconnected"],
    ]);
  });
});

describe("the metric of overdue tasks", () => {
  it("counts those whose run takes longer than it may", async () => {
    const metrics = createMetrics({ process: false, clock: machineClock });
    const noticed = Promise.withResolvers<void>();
    const hung = Promise.withResolvers<void>();
    const scheduler = machineScheduler({ failed: () => undefined, overdue: () => noticed.resolve() });
    measureTasks(metrics, scheduler);
    const loop = scheduler.loop("slow", 1_000, () => hung.promise, { overdueMs: 1 });

    expect(await metrics.render()).toContain("leyden_task_overdue 0");
    await noticed.promise;
    expect(await metrics.render()).toContain("leyden_task_overdue 1");

    hung.resolve();
    await loop.stop();
  });
});
