import type { Contender } from "../contender.ts";
import { httpPayments } from "../contenders/http-payments.ts";
import { createEnvironment, type Environment } from "../environment.ts";
import type { Part } from "../figure.ts";
import { createProjects, type Projects } from "../projects.ts";
import { measureInTurns } from "../rounds.ts";
import { ratiosOf } from "../table.ts";
import { registerEndpoints } from "./endpoints.ts";

/** What a payment costs more when somebody receives its event: rows for event and delivery. Nothing is delivered. */
export const paymentsWithReceiver: Part = {
  title: "Webhooks: payments over HTTP whose events have a receiver / without",
  async measure(length) {
    const environment = await createEnvironment();
    const received = await createProjects(environment, "Received");
    const unheard = await createProjects(environment, "Unheard");
    await registerEndpoints(environment, received, (i) => `https://shop${i}.example/hook`);
    const withReceiver = paidBy(environment, received, "with a receiver");
    const without = paidBy(environment, unheard, "without");
    try {
      for (const contender of [withReceiver, without]) await contender.prepare();
      const rounds = await measureInTurns([withReceiver, without], length);
      const speeds = (of: Contender) => (rounds.get(of.name) ?? []).map(({ perSecond }) => perSecond);
      return [
        {
          title: "payments over HTTP with a receiver of their events / without, uniform",
          rounds: ratiosOf(withReceiver.name, without.name, rounds),
        },
        { title: "with a receiver, a second", rounds: speeds(withReceiver) },
        { title: "without, a second", rounds: speeds(without) },
      ];
    } finally {
      for (const contender of [withReceiver, without]) await contender.close();
      await environment.close();
    }
  },
};

function paidBy(environment: Environment, projects: Projects, name: string): Contender {
  const contender = httpPayments(environment, { projects })("batched", "uniform");
  return { ...contender, name: `${contender.name}, ${name}` };
}
