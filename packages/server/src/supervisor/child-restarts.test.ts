import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { measureChildren } from "#platform/tasks.ts";
import { countChildRestarts } from "./child-restarts.ts";
import { forward } from "./test-network.ts";

describe("restarts of child processes", () => {
  it("are counted when one died and when one was asked to restart, and are a metric from the first minute on", async () => {
    const restarts = countChildRestarts();
    const metrics = createMetrics({ process: false, clock: machineClock });
    measureChildren(metrics, restarts.byChild);
    const shown = async () => (await metrics.render()).split("\n").filter((line) => line.startsWith("leyden_child"));
    expect(await shown()).toEqual([]);
    for (const child of ["node", "world"]) restarts.keep(child);
    const to = { log: pino({ level: "silent" }), restarts };
    const seen = (name: string, event: string) => forward(to, { level: "warn", name, event });

    expect(await shown()).toEqual([
      'leyden_child_restarts_total{child="node"} 0',
      'leyden_child_restarts_total{child="world"} 0',
    ]);
    for (const event of ["child.exited", "child.restarted", "watch.failed"]) seen("node", event);
    seen("chain", "child.exited"); // before it was ready for the first time
    for (let scrape = 0; scrape < 2; scrape += 1)
      expect(await shown()).toEqual([
        'leyden_child_restarts_total{child="node"} 2',
        'leyden_child_restarts_total{child="world"} 0',
        'leyden_child_restarts_total{child="chain"} 1',
      ]);
  });
});
