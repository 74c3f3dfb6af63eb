import { type Child, startChild } from "../child.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";
import type { Load } from "../http-load.ts";
import { type Filled, fillPayments } from "../lists/fill-payments.ts";
import type { GetMessage } from "../lists/get-load.ts";
import type { ServerMessage } from "../payment-server.ts";
import { createProjects } from "../projects.ts";

const CONNECTIONS = 8;

/** Whose list is read: a project that has just begun, or one that has paid for long. */
export type Reader = "few" | "many";

/** Payments of a project that has just begun. */
const FEW = 100;

type Parts = {
  readonly server: Child;
  readonly port: number;
  readonly keys: Readonly<Record<Reader, string>>;
  readonly filled: Filled;
};

/** Pages of payments over HTTP. `query`: of what the large project was filled with. */
export function listPages(
  environment: Environment,
): (reader: Reader, name: string, query: (filled: Filled) => string) => Contender {
  let started: Promise<Parts> | undefined;
  let generator: Child | undefined;
  const parts = () => {
    started ??= start(environment);
    return started;
  };
  const run = async (reader: Reader, query: (filled: Filled) => string, seconds: number): Promise<Load> => {
    const { port, keys, filled } = await parts();
    generator ??= startChild("lists/get-load.ts");
    const path = `/v0/payments${query(filled)}`;
    const message: GetMessage = { port, path, key: keys[reader], connections: CONNECTIONS, seconds };
    const answered = (await generator.ask(message)) as Load;
    if (answered.refused !== undefined) throw new Error(`a list was refused: ${answered.refused}`);
    return answered;
  };
  return (reader, name, query) => ({
    name,
    prepare: async () => void (await run(reader, query, environment.scale.warmUpSeconds)),
    async measure(seconds) {
      const { perSecond, p50Ms, p99Ms } = await run(reader, query, seconds);
      return { perSecond, latency: { p50Ms, p99Ms } };
    },
    async close() {
      await (await started)?.server.close();
      started = undefined;
      await generator?.close();
      generator = undefined;
    },
  });
}

async function start(environment: Environment): Promise<Parts> {
  const { url, role, scale, admin } = environment;
  const projects = await createProjects(environment, "List");
  const [few, many] = projects.wallets;
  const [keyOfFew = "", keyOfMany = ""] = projects.keys;
  if (few === undefined || many === undefined) throw new Error("there are no two projects");
  await fillPayments(environment, projects, { wallet: few.id, payments: FEW });
  const filled = await fillPayments(environment, projects, { wallet: many.id, payments: scale.large.payments });
  await admin.query({ text: "vacuum (analyze) payments.payment", values: [] });
  const server = startChild("payment-server.ts");
  const message: ServerMessage = { kind: "serve", url, role, writing: "batched" };
  return { server, filled, port: (await server.ask(message)) as number, keys: { few: keyOfFew, many: keyOfMany } };
}
