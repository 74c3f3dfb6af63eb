import { Restoring } from "#kernel/errors.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./database/connection.ts";
import type { DatabaseWatch } from "./database/pool.ts";
import type { Log } from "./log.ts";
import type { MachineScheduler, TaskWatch } from "./machine/scheduler.ts";
import type { Metrics } from "./metrics.ts";

/** Each has a line of its own already. */
const PASSING = [DatabaseUnavailable, OutcomeUnknown, Restoring];

/**
 * Tasks in the log: changes only. A task that fails again and again has one line at its first failure and one when it
 * works again. One that fails because the database is away has none: `databaseInLog` has written that line. `log` is
 * called with the first event: the scheduler may be older than the log.
 */
export function tasksInLog(log: () => Log): TaskWatch {
  return {
    failed(task, err, isRepeated) {
      const isKnown = isRepeated || PASSING.some((kind) => err instanceof kind);
      log()[isKnown ? "debug" : "error"]({ task, err }, "task.failed");
    },
    recovered: (task, failures) => log().info({ task, failures }, "task.recovered"),
    overdue: (task) => log().error({ task }, "task.overdue"),
  };
}

/** One line when the database goes away, one when it is back. */
export function databaseInLog(log: Log): DatabaseWatch {
  return {
    lost: (err) => log.error({ reason: (err as Error).message }, "database.lost"),
    back: () => log.info("database.reconnected"),
  };
}

/** Whether the database answers, as the statements of this process found it last. `watch` is notified of the same. */
export function measureDatabase(metrics: Metrics, watch: DatabaseWatch): DatabaseWatch {
  let isUp = true;
  metrics.gauge(
    { name: "leyden_database_up", help: "1 while the database answers this process. Alarm at 0 for a minute." },
    () => Number(isUp),
  );
  return {
    lost(error) {
      isUp = false;
      watch.lost(error);
    },
    back() {
      isUp = true;
      watch.back();
    },
  };
}

/** Loops and spawned tasks whose run takes longer than it may. */
export function measureTasks(metrics: Metrics, scheduler: Pick<MachineScheduler, "overdue">): void {
  metrics.gauge(
    { name: "leyden_task_overdue", help: "Tasks whose run takes longer than it may." },
    () => scheduler.overdue().length,
  );
}

/** Measures how often each child process was started again, whether it died or was asked to. */
export function measureChildren(metrics: Metrics, restarts: () => ReadonlyMap<string, number>): void {
  metrics.counterBy(
    {
      name: "leyden_child_restarts_total",
      help: "Child processes that were started again, by child. A node that has grown large is one, every few thousand payments.",
      label: "child",
    },
    restarts,
  );
}
