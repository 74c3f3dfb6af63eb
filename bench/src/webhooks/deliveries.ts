import type { Batch } from "../../../packages/server/src/platform/database/batch.ts";
import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../../packages/server/src/platform/machine/random.ts";
import { reserveMany } from "../../../packages/server/src/slices/payments/store/batched.ts";
import { type Child, startChild } from "../child.ts";
import type { Contender, Row } from "../contender.ts";
import { draftPayment } from "../draft-payment.ts";
import { createEnvironment, type Environment } from "../environment.ts";
import type { Part } from "../figure.ts";
import { measureRows } from "../measure-rows.ts";
import { createProjects, type Projects } from "../projects.ts";
import { registerEndpoints } from "./endpoints.ts";
import type { PostsMessage, Sender } from "./posts.ts";
import type { ReceiversMessage } from "./receivers.ts";
import type { WorkerMessage } from "./worker.ts";

/** A process sends 7 at once to one host that were never tried before, and 200 in all. */
const HOSTS = 29;
const IN_FLIGHT = 200;

/**
 * How many events a second a worker delivers: found and leased in the database, bodies made, signed, sent, and what
 * came of it recorded. Against the loop that a service without a ledger would have: `fetch` with as many requests in
 * flight, the same body to the same receivers, nothing written down. Each project has an endpoint at a host of its own.
 */
export const deliveries: Part = {
  title: `Webhooks: deliveries to ${HOSTS} receivers, ${IN_FLIGHT} in flight`,
  async measure(scale) {
    const environment = await createEnvironment(scale);
    const receivers = startChild("webhooks/receivers.ts");
    try {
      const ports = (await receivers.ask({ listen: HOSTS } satisfies ReceiversMessage)) as readonly number[];
      const sent = deliveredBy(environment, ports);
      const fetched = postedBy("fetch", { receivers, ports });
      const outbound = postedBy("outbound", { receivers, ports });
      const rows: readonly Row[] = [
        {
          title: "deliveries, each leased and recorded in the database / fetch in a loop",
          of: sent,
          to: fetched,
          wanted: { goal: 0.9 }, // docs/decisions/0025-how-fast-webhooks-are.md
        },
        {
          title: "our client for outbound calls in a loop / fetch in a loop",
          of: outbound,
          to: fetched,
          wanted: { atLeast: 3 },
        },
        { title: "deliveries / our client in a loop", of: sent, to: outbound },
      ];
      return await measureRows(rows, scale, { beforeEach: () => checkpoint(environment) });
    } finally {
      await receivers.close();
      await environment.close();
    }
  },
};

function checkpoint({ admin }: Environment): Promise<unknown> {
  return admin.query({ text: "checkpoint", values: [] });
}

/**
 * The product's worker. It starts each turn with the same number of events, which payments between the projects have
 * made.
 */
function deliveredBy(environment: Environment, ports: readonly number[]): Contender {
  const { events } = environment.scale;
  const worker = startChild("webhooks/worker.ts");
  let db: Database;
  let batch: Batch;
  let projects: Projects;
  const deliver = async () => {
    await makeEvents(batch, projects, events);
    const seconds = (await worker.ask({ deliver: events } satisfies WorkerMessage)) as number;
    return { perSecond: events / seconds };
  };
  return {
    name: "deliveries",
    async prepare() {
      const { url, role } = environment;
      db = connect({ url, role, max: 1, name: "bench events" });
      batch = microBatch({ db, clock: machineClock });
      projects = firstOf(await createProjects(environment), HOSTS);
      await registerEndpoints(environment, projects, (i) => `http://127.0.0.1:${ports[i]}/hook`);
      const allow = ports.map((port) => `127.0.0.1:${port}`);
      await worker.ask({ url, role, allow } satisfies WorkerMessage);
      await deliver();
    },
    measure: deliver,
    async close() {
      await worker.close();
      await db?.close();
    },
  };
}

function firstOf(all: Projects, count: number): Projects {
  return {
    projects: all.projects.slice(0, count),
    wallets: all.wallets.slice(0, count),
    keys: all.keys.slice(0, count),
    restrictedKeys: all.restrictedKeys.slice(0, count),
    addresses: all.addresses.slice(0, count),
  };
}

/** Pays as often as events are wanted: each payment makes one, for the endpoint of the payer. */
async function makeEvents(batch: Batch, projects: Projects, count: number): Promise<void> {
  const { uuid } = machineRandom(machineClock);
  const payments = Array.from({ length: count }, () => batch(reserveMany, draftPayment(projects, uuid)));
  const outcomes = await Promise.all(payments);
  if (outcomes.some(({ kind }) => kind !== "completed")) throw new Error("a payment was refused");
}

/** A loop without a database. */
function postedBy(by: Sender, { receivers, ports }: { receivers: Child; ports: readonly number[] }): Contender {
  const child = startChild("webhooks/posts.ts");
  const measure = async (seconds: number) => {
    const body = (await receivers.ask({ lastBody: true } satisfies ReceiversMessage)) as string;
    const message: PostsMessage = { by, ports, body, inFlight: IN_FLIGHT, seconds };
    return { perSecond: (await child.ask(message)) as number };
  };
  return {
    name: by === "fetch" ? "fetch in a loop" : "our client in a loop",
    prepare: async () => void (await measure(2)),
    measure,
    close: () => child.close(),
  };
}
