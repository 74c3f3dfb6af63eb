import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Contender, Rate } from "./contender.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import { lightningPayments } from "./lightning/payments.ts";
import { lightningStarts } from "./lightning/starts.ts";
import { findPgbench, tpcb } from "./pgbench.ts";
import { allRows } from "./rows.ts";
import { figureTable, ratioTable, speedTable } from "./table.ts";

/**
 * `npm run bench`: measures the product's own ratios on this machine. Contenders run one after another, in rounds, each
 * on the same PostgreSQL; nothing but ratios inside a round says anything. Then what a person notices of the embedded
 * Lightning network, in seconds and megabytes.
 *
 * Options: `--rounds=5`, `--seconds=4` for each contender and round, `--only=<text>` for what has it in its title:
 * `"TPC-B"`, `"hot wallet"`, `lightning`, `"lightning payments"`.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    only: { type: "string", default: "" },
  },
});
const CORES = 2;

if (!onTwoCores()) process.exit(again());
const isWanted = ({ title }: { readonly title: string }) => title.toLowerCase().includes(options.only.toLowerCase());
const parts = [lightningStarts, lightningPayments].filter(isWanted);
if (options.only === "" || parts.length === 0) await benchDatabase();
for (const part of parts) {
  console.log(`\n${part.title}`);
  const figures = await part.measure(Number(options.rounds));
  console.log(["", ...figureTable(figures)].join("\n"));
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
  const contenders = [...new Set(rows.flatMap(({ of, to }) => [to, of]))];

  await printMachine(environment);
  try {
    for (const contender of contenders) await contender.prepare();
    const rounds = await measureAll(environment, contenders);
    console.log(["", ...speedTable(rounds), "", ...ratioTable(rows, rounds)].join("\n"));
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Interleaved: every contender once in every round, in turning order, so that none always follows the same one. */
async function measureAll(environment: Environment, contenders: readonly Contender[]): Promise<Map<string, Rate[]>> {
  const rounds = new Map<string, Rate[]>(contenders.map(({ name }) => [name, []]));
  const seconds = Number(options.seconds);
  for (const contender of contenders) await contender.measure(1);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const turned = contenders.map((_, i) => contenders[(i + round) % contenders.length] as Contender);
    for (const contender of turned) {
      await environment.admin.query({ text: "checkpoint", values: [] });
      const rate = await contender.measure(seconds);
      rounds.get(contender.name)?.push(rate);
      console.log(`round ${round + 1}  ${contender.name}: ${Math.round(rate.perSecond).toLocaleString("en")} a second`);
    }
  }
  return rounds;
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
