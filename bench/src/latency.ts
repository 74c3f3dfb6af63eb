import { httpPayments } from "./contenders/http-payments.ts";
import { createEnvironment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { measureInTurns } from "./rounds.ts";

const CONNECTIONS = 128;

/** How much longer than usual the slowest hundredth of the payments takes. */
export const latency: Part = {
  title: `Latency of payments over HTTP, ${CONNECTIONS} connections`,
  async measure(scale) {
    const environment = await createEnvironment(scale);
    const paid = httpPayments(environment, { connections: CONNECTIONS })("batched", "uniform");
    try {
      const rates = (await measureInTurns([paid], scale)).get(paid.name) ?? [];
      const latencies = rates.flatMap((rate) => rate.latency ?? []);
      const figure = (title: string, rounds: readonly number[]) => ({
        title: `${title}, ${CONNECTIONS} connections`,
        rounds,
      });
      return [
        {
          ...figure(
            "p50 of payments over HTTP",
            latencies.map(({ p50Ms }) => p50Ms),
          ),
          unit: "ms",
        },
        {
          ...figure(
            "p99 / p50 of payments over HTTP",
            latencies.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms),
          ),
          unit: "ratio",
          wanted: { atMost: 3.5 }, // docs/decisions/0078-floors-of-any-machine.md
        },
      ];
    } finally {
      await paid.close();
      await environment.close();
    }
  },
};
