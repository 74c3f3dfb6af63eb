import type { Contender, Row } from "../contender.ts";
import { httpPayments } from "../contenders/http-payments.ts";
import { createEnvironment, type Environment } from "../environment.ts";
import type { Part } from "../figure.ts";
import { measureRows } from "../measure-rows.ts";
import { createProjects, type Projects } from "../projects.ts";
import { registerEndpoints } from "./endpoints.ts";

/** What a payment costs more when somebody receives its event: rows for event and delivery. Nothing is delivered. */
export const paymentsWithReceiver: Part = {
  title: "Webhooks: payments over HTTP whose events have a receiver / without",
  async measure(scale) {
    const environment = await createEnvironment(scale);
    try {
      const received = await createProjects(environment, "Received");
      const unheard = await createProjects(environment, "Unheard");
      await registerEndpoints(environment, received, (i) => `https://shop${i}.example/hook`);
      const row: Row = {
        title: "payments over HTTP with a receiver of their events / without, uniform",
        of: paidBy(environment, received, "with a receiver"),
        to: paidBy(environment, unheard, "without"),
      };
      return await measureRows([row], scale);
    } finally {
      await environment.close();
    }
  },
};

function paidBy(environment: Environment, projects: Projects, name: string): Contender {
  const contender = httpPayments(environment, { projects })("batched", "uniform");
  return { ...contender, name: `${contender.name}, ${name}` };
}
