import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { WalletId } from "../../packages/server/src/kernel/ids.ts";
import { connect } from "../../packages/server/src/platform/database/pool.ts";
import { post, TRANSFERS_A_CALL } from "./accounts.ts";
import { type Child, startChild } from "./child.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { createProjects } from "./projects.ts";
import type { StatementOrder } from "./statement-server.ts";

const ENTRIES = 1_000_000;
const LIGHTNING_NODE = 2n;
/** The first statements compile the code and fill the young generation of memory. */
const WARM_UP = 2;

/** How fast a long statement is read, and what it takes of the server's memory: with a reader that takes all, and one that pauses. */
export const statement: Part = {
  title: `Statement of ${ENTRIES.toLocaleString("en")} entries`,
  async measure({ rounds }) {
    const environment = await createEnvironment();
    const child = startChild("statement-server.ts");
    try {
      const walletId = await createHistory(environment);
      const { url, role } = environment;
      const port = (await ask(child, { kind: "serve", url, role, walletId })) as number;
      for (let i = 0; i < WARM_UP; i += 1) await read(port, "json");
      const before = await memoryOf(child);
      const figures = { json: [] as number[], csv: [] as number[], growth: [] as number[], paused: [] as number[] };
      for (let round = 1; round <= rounds; round += 1) {
        figures.json.push(await read(port, "json"));
        figures.csv.push(await read(port, "csv"));
        figures.growth.push((await memoryOf(child)) - before);
        figures.paused.push(await growthWhilePaused(port, child));
        console.log(`round ${round}  ${Math.round(figures.json.at(-1) ?? 0).toLocaleString("en")} rows a second`);
      }
      return [
        { title: "JSON, rows a second", rounds: figures.json },
        { title: "CSV, rows a second", rounds: figures.csv },
        { title: "memory of the server beforehand, MB", rounds: [before] },
        { title: "its growth since, MB", rounds: figures.growth, wanted: { atMost: 10 } },
        { title: "its growth while a reader pauses, MB", rounds: figures.paused, wanted: { atMost: 10 } },
      ];
    } finally {
      await child.close();
      await environment.close();
    }
  },
};

const ask = (child: Child, order: StatementOrder) => child.ask(order);
const memoryOf = async (child: Child) => (await ask(child, { kind: "memory" })) as number;

/** A wallet that has received a million times. */
async function createHistory(environment: Environment): Promise<WalletId> {
  const { wallets } = await createProjects(environment);
  const [wallet] = wallets;
  if (wallet === undefined) throw new Error("there is no project");
  const db = connect({ url: environment.url, role: environment.role, max: 1, name: "bench history" });
  const connection = await db.connection();
  await connection.query({ name: "fast", text: "set synchronous_commit = off", values: [] });
  const debits = Array.from({ length: TRANSFERS_A_CALL }, () => LIGHTNING_NODE);
  const credits = debits.map(() => wallet.account);
  const first = Date.now() - (ENTRIES / TRANSFERS_A_CALL) * 60_000;
  for (let i = 0; i < ENTRIES / TRANSFERS_A_CALL; i += 1)
    await post(connection, { at: new Date(first + i * 60_000), debits, credits, amount: 1n });
  await db.close();
  await environment.admin.query({ text: "vacuum (analyze)", values: [] });
  return wallet.id;
}

async function open(port: number, format: string) {
  const path = `/v0/statement?format=${format}`;
  const sent = request({ port, host: "127.0.0.1", path, headers: { apikey: randomUUID() } });
  sent.end();
  const [answer] = await once(sent, "response");
  return { sent, answer };
}

/** Reads a whole statement; returns rows a second. */
async function read(port: number, format: "json" | "csv"): Promise<number> {
  const start = performance.now();
  const { answer } = await open(port, format);
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines < ENTRIES) throw new Error(`a statement had only ${lines} lines`);
  return (lines * 1_000) / (performance.now() - start);
}

/** Lets eight readers begin and stop reading. */
async function growthWhilePaused(port: number, child: Child): Promise<number> {
  const before = await memoryOf(child);
  const readers = await Promise.all(Array.from({ length: 8 }, () => open(port, "json")));
  for (const { answer } of readers) answer.pause();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const growth = (await memoryOf(child)) - before;
  for (const { sent } of readers) sent.destroy();
  return growth;
}
