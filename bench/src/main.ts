import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Contender, Row } from "./contender.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { growth } from "./growth/growth.ts";
import { latency } from "./latency.ts";
import { lnurlCallbacks } from "./lightning/callbacks.ts";
import { lightningPayments } from "./lightning/payments.ts";
import { lightningStarts } from "./lightning/starts.ts";
import { findPgbench, tpcb } from "./pgbench.ts";
import { measureInTurns } from "./rounds.ts";
import { allRows } from "./rows.ts";
import { statement } from "./statement.ts";
import { figureTable, ratioTable, speedTable } from "./table.ts";
import { deliveries } from "./webhooks/deliveries.ts";
import { paymentsWithReceiver } from "./webhooks/payments-with-receiver.ts";

const HELP = `npm run bench [-- options]

Measures the product's own ratios on this machine. What is compared runs in turns, in rounds, on the same PostgreSQL;
nothing but ratios inside a round says anything.

  --only=<text>    only the rows and parts with this text in their title: "TPC-B", "hot wallet", oauth2, refreshes, passwords, ramp, webhooks, lightning, growth, statement
  --except=<text>  leaves them out: the part "growth" makes 5 million postings first, which takes minutes
  --rounds=5       rounds
  --seconds=4      for each that is compared, in each round
  --entries=1000000  of the long statement
  --help
`;
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    entries: { type: "string", default: "1000000" },
    only: { type: "string", default: "" },
    except: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const CORES = 2;

if (options.help) {
  console.log(HELP);
  process.exit();
}
if (!onTwoCores()) process.exit(again());
const length = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  entries: Number(options.entries),
};
const isWanted = ({ title }: { readonly title: string }) =>
  has(title, options.only) && (options.except === undefined || !has(title, options.except));
const ofDatabase = [latency, deliveries, paymentsWithReceiver, statement, growth];
const ofLightning = [lightningStarts, lightningPayments, lnurlCallbacks];
const parts = [...ofDatabase, ...ofLightning].filter(isWanted);
if (options.only === "" || parts.length === 0) await benchDatabase();
for (const part of parts) {
  console.log(`\n${part.title}`);
  const figures = await part.measure(length);
  console.log(["", ...figureTable(figures)].join("\n"));
}

function has(title: string, text: string): boolean {
  return title.toLowerCase().includes(text.toLowerCase());
}

async function benchDatabase(): Promise<void> {
  const environment = await createEnvironment();
  try {
    await bench(environment);
  } finally {
    await environment.close();
  }
}

async function bench(environment: Environment): Promise<void> {
  const pgbench = findPgbench();
  if ("missing" in pgbench) console.log(`Rows that compare with TPC-B are left out: ${pgbench.missing}.\n`);
  const yardstick = "program" in pgbench ? tpcb(environment, pgbench.program) : undefined;
  const rows = allRows(environment, yardstick).filter(isWanted);
  if (rows.length === 0) throw new Error(`nothing has "${options.only}" in its title`);
  const contenders = contendersOf(rows);

  await printMachine(environment);
  try {
    for (const contender of contenders) await contender.prepare();
    // None pays for what another one wrote.
    const checkpoint = () => environment.admin.query({ text: "checkpoint", values: [] });
    const rounds = await measureInTurns(contenders, length, checkpoint);
    console.log(["", ...speedTable(rounds), "", ...ratioTable(rows, rounds)].join("\n"));
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Each once: rounds know them by their name. */
function contendersOf(rows: readonly Row[]): readonly Contender[] {
  const all = rows.flatMap(({ of, to }) => [to, of]);
  return [...new Map(all.map((contender) => [contender.name, contender])).values()];
}

async function printMachine({ admin }: Environment): Promise<void> {
  const [row] = await admin.query<{ server_version: string }>({ text: "show server_version", values: [] });
  const [cpu] = cpus();
  console.log(
    `${cpu?.model ?? "unknown processor"}, ${CORES} cores; Node ${process.versions.node}, PostgreSQL ${row?.server_version}`,
  );
}

/** The goals are for two cores: on a larger machine everything, the database too, is held to two of them. */
function onTwoCores(): boolean {
  return cpus().length <= CORES || process.env["LEYDEN_BENCH_PINNED"] !== undefined || !hasTaskset();
}

function hasTaskset(): boolean {
  if (existsSync("/usr/bin/taskset")) return true;
  console.log("This machine has more than two cores and no taskset: figures are not comparable with others.\n");
  return false;
}

function again(): number {
  const { status } = spawnSync("/usr/bin/taskset", ["--cpu-list", "0,1", process.execPath, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, LEYDEN_BENCH_PINNED: "1" },
  });
  return status ?? 1;
}
