import { setTimeout as sleep } from "node:timers/promises";
import type { User } from "../../../packages/server/src/slices/users/index.ts";
import { type Child, startChild } from "../child.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";
import type { Load } from "../http-load.ts";
import type { By, LoadMessage } from "../load.ts";
import { NAIVE_POOL_IDLE_MS, prepareNaive } from "../naive.ts";
import type { ServerMessage, Writing } from "../payment-server.ts";
import { createProjects, type Projects } from "../projects.ts";
import { createUsers } from "../users.ts";

/**
 * Where most is paid on two cores, as 32 clients are for TPC-B: a third of them is answered or read while others are
 * written.
 */
const CONNECTIONS = 192;

type Options = {
  readonly connections?: number;
  /** Who pays and is paid; without it projects of their own. */
  readonly projects?: Projects;
};

const TITLES: Record<Writing, string> = {
  batched: "payments over HTTP",
  nowhere: "payments over HTTP, written nowhere",
  naive: "payments over HTTP, a transaction each",
};

/** Who pays: any of the projects at random, or one wallet all. */
type Payers = "uniform" | "hot";

/** Who is paid, and how it is named. */
type Payees = "projects" | "addresses of users" | "gamertags";

/** With which keys: without a policy, or with one that has every rule. */
type Keys = "free" | "restricted";

/**
 * What the same process does beside: nothing, or it checks passwords as fast as it can, or counts by the hour what
 * projects paid and received.
 */
type Beside = "nothing" | "passwords" | "totals";

/** What is out of the common way of these payments. */
type Kind = { readonly payees?: Payees; readonly keys?: Keys; readonly beside?: Beside };

export type HttpPayments = (writing: Writing, payers: Payers, kind?: Kind) => Contender;

/**
 * Payments between wallets of the service over HTTP, as the product writes them or otherwise. One server for each way
 * of writing; "hot" means that one wallet pays all.
 */
export function httpPayments(
  environment: Environment,
  { connections = CONNECTIONS, projects: known }: Options = {},
): HttpPayments {
  const servers = new Map<Writing, Promise<{ child: Child; port: number }>>();
  let projects = known === undefined ? undefined : Promise.resolve(known);
  let users: Promise<readonly User[]> | undefined;
  let generator: Child | undefined;
  const loadGenerator = () => {
    generator ??= startChild("load.ts");
    return generator;
  };

  const start = async (writing: Writing) => {
    projects ??= createProjects(environment);
    await projects;
    if (writing === "naive") await prepareNaive(environment);
    const child = startChild("payment-server.ts");
    const message: ServerMessage = { kind: "serve", url: environment.url, role: environment.role, writing };
    return { child, port: (await child.ask(message)) as number };
  };
  const serverOf = (writing: Writing) => {
    const started = servers.get(writing) ?? start(writing);
    servers.set(writing, started);
    return started;
  };

  const payeesOf = async (
    payees: Payees,
    { keys, addresses }: Projects,
  ): Promise<{ by: By; payees: readonly string[] }> => {
    if (payees === "projects") return { by: "address", payees: addresses };
    users ??= createUsers(environment, keys.length);
    const gamertags = (await users).map(({ gamertag }) => gamertag);
    if (payees === "gamertags") return { by: "gamertag", payees: gamertags };
    return { by: "address", payees: gamertags.map((gamertag) => `${gamertag}@bench.example`) };
  };

  const pay = async (writing: Writing, payers: Payers, kind: Required<Kind>, seconds: number): Promise<Load> => {
    const { child, port } = await serverOf(writing);
    const paying = (await projects) as Projects;
    const keys = kind.keys === "restricted" ? paying.restrictedKeys : paying.keys;
    const message: LoadMessage = {
      port,
      connections,
      seconds,
      keys,
      ...(await payeesOf(kind.payees, paying)),
      payers: payers === "hot" ? 1 : keys.length,
    };
    const measured = async () => (await loadGenerator().ask(message)) as Load;
    const paid = await BESIDE[kind.beside](child, measured);
    if (paid.refused !== undefined) throw new Error(`a payment was refused: ${paid.refused}`);
    if (writing === "naive") await sleep(4 * NAIVE_POOL_IDLE_MS); // its connections are given back
    return paid;
  };

  return (writing, payers, { payees = "projects", keys = "free", beside = "nothing" } = {}) => ({
    name: [
      `${TITLES[writing]}, ${payers}`,
      ...(payees === "projects" ? [] : [`to ${payees}`]),
      ...(keys === "free" ? [] : ["keys with a policy"]),
      ...(beside === "nothing" ? [] : [BESIDE_TITLES[beside]]),
    ].join(", "),
    async prepare() {
      await pay(writing, payers, { payees, keys, beside }, environment.scale.warmUpSeconds);
    },
    async measure(seconds) {
      const { perSecond, p50Ms, p99Ms } = await pay(writing, payers, { payees, keys, beside }, seconds);
      return { perSecond, latency: { p50Ms, p99Ms } };
    },
    async close() {
      for (const server of servers.values()) await (await server).child.close();
      servers.clear();
      await generator?.close();
      generator = undefined;
    },
  });
}

const BESIDE_TITLES: Record<Exclude<Beside, "nothing">, string> = {
  passwords: "while passwords are checked",
  totals: "while totals are counted",
};

const BESIDE: Record<Beside, (server: Child, pay: () => Promise<Load>) => Promise<Load>> = {
  nothing: (_, pay) => pay(),
  passwords: besidePasswords,
  totals: besideTotals,
};

/** Nothing is left to count when it begins, and at its end no more than was paid in a second. */
async function besideTotals(server: Child, pay: () => Promise<Load>): Promise<Load> {
  await server.ask({ kind: "start_totals" } satisfies ServerMessage);
  const paid = await pay();
  const left = (await server.ask({ kind: "stop_totals" } satisfies ServerMessage)) as number;
  if (left > Math.max(paid.perSecond, CONNECTIONS)) throw new Error(`${left} postings were not counted`);
  return paid;
}

/** Prints how many passwords were checked: a flood that stands still disturbs no payment. */
async function besidePasswords(server: Child, pay: () => Promise<Load>): Promise<Load> {
  const begun = performance.now();
  await server.ask({ kind: "start_passwords" } satisfies ServerMessage);
  const paid = await pay();
  const checked = (await server.ask({ kind: "stop_passwords" } satisfies ServerMessage)) as number;
  if (checked === 0) throw new Error("no password was checked");
  console.log(
    `         ${((checked * 1_000) / (performance.now() - begun)).toFixed(0)} passwords a second beside the payments`,
  );
  return paid;
}
