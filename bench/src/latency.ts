import { httpPayments } from "./contenders/http-payments.ts";
import { createEnvironment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { measureInTurns } from "./rounds.ts";

const CONNECTIONS = 128;

/** How much longer than usual the slowest hundredth of the payments takes. */
export const latency: Part = {
  title: `Latency of payments over HTTP, ${CONNECTIONS} connections`,
  async measure(length) {
    const environment = await createEnvironment();
    const paid = httpPayments(environment, { connections: CONNECTIONS })("batched", "uniform");
    try {
      await paid.prepare();
      const rates = (await measureInTurns([paid], length)).get(paid.name) ?? [];
      const latencies = rates.flatMap((rate) => rate.latency ?? []);
      return [
        { title: "p50, ms", rounds: latencies.map(({ p50Ms }) => p50Ms) },
        { title: "p99 / p50", rounds: latencies.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms), wanted: { atMost: 2.2 } },
      ];
    } finally {
      await paid.close();
      await environment.close();
    }
  },
};
