import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { Wallet } from "../../packages/server/src/kernel/caller.ts";
import type { WalletId } from "../../packages/server/src/kernel/ids.ts";
import { connect } from "../../packages/server/src/platform/database/pool.ts";
import { post, TRANSFERS_A_CALL } from "./accounts.ts";
import { type Child, startChild } from "./child.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { createProjects } from "./projects.ts";
import type { Memory, StatementMessage } from "./statement-server.ts";

const LIGHTNING_NODE = 2n;
/** Entries that have the same time, and the time between them and the next. */
const STEP_MS = 60_000;
/** Of a short statement, which fits into memory many times. */
const SHORT_ENTRIES = 10_000;
const SHORT_READS = 20;
const READERS = 8;
const PAUSE_MS = 3_000;

/**
 * How fast a long statement is read, and what the server needs of memory at most while it is read: compared with what
 * it needs for short ones, it is what the length takes.
 */
export const statement: Part = {
  title: "Statement of a wallet with many entries",
  async measure(scale) {
    const { rounds, entries } = scale;
    const environment = await createEnvironment(scale);
    const child = startChild("statement-server.ts");
    try {
      const { walletId, newest } = await createHistory(environment, entries);
      const { url, role } = environment;
      const port = (await child.ask({ kind: "serve", url, role, walletId } satisfies StatementMessage)) as number;
      const from = new Date(newest.getTime() - (SHORT_ENTRIES / TRANSFERS_A_CALL - 1) * STEP_MS);
      const short = { port, entries: Math.min(SHORT_ENTRIES, entries), from };
      const readShort = async () => {
        for (let i = 0; i < SHORT_READS; i += 1) for (const format of FORMATS) await readStatement(short, format);
      };
      await readShort(); // compiles the code
      const before = await mostMemory(child, readShort);
      console.log(`${entries.toLocaleString("en")} entries; while short statements are read: ${textOf(before)}`);

      const long = { port, entries };
      const figures = { json: [] as number[], csv: [] as number[], most: [] as Memory[], paused: [] as Memory[] };
      for (let round = 1; round <= rounds; round += 1) {
        figures.json.push(await readStatement(long, "json"));
        figures.csv.push(await readStatement(long, "csv"));
        const most = await mostMemory(child, () => readStatement(long, "json"));
        figures.most.push(most);
        figures.paused.push(await mostMemory(child, () => pauseReaders(port)));
        console.log(`round ${round}: ${speeds(figures)} rows a second; while it is read: ${textOf(most)}`);
      }
      const live = (memories: readonly Memory[]) => memories.map((memory) => memory.live);
      const growth = (memories: readonly Memory[]) => live(memories).map((value) => value - before.live);
      return [
        { title: "rows of a long statement as JSON", unit: "a second", rounds: figures.json },
        { title: "rows of a long statement as CSV", unit: "a second", rounds: figures.csv },
        { title: "memory needed during a long statement", unit: "MB", rounds: live(figures.most) },
        {
          title: "memory needed during a long statement, more than during short ones",
          unit: "MB",
          rounds: growth(figures.most),
          wanted: { atMost: 10 },
        },
        {
          title: `memory needed while ${READERS} readers pause, more than during short statements`,
          unit: "MB",
          rounds: growth(figures.paused),
          wanted: { atMost: 10 },
        },
        {
          title: "resident memory during a long statement, with garbage",
          unit: "MB",
          rounds: figures.most.map(({ resident }) => resident),
        },
      ];
    } finally {
      await child.close();
      await environment.close();
    }
  },
};

type Format = "json" | "csv";
const FORMATS: readonly Format[] = ["json", "csv"];

/** A statement to read: all of it, or what has happened since a time. */
type Wanted = { readonly port: number; readonly entries: number; readonly from?: Date };

/** The most memory of the server while `work` is done. */
async function mostMemory(child: Child, work: () => Promise<unknown>): Promise<Memory> {
  await child.ask({ kind: "watch" } satisfies StatementMessage);
  await work();
  return (await child.ask({ kind: "most" } satisfies StatementMessage)) as Memory;
}

function textOf({ live, resident }: Memory): string {
  return `${live.toFixed(1)} MB needed at most, ${resident.toFixed(0)} MB resident`;
}

function speeds({ json, csv }: Readonly<Record<Format, readonly number[]>>): string {
  const [rows, lines] = [json, csv].map((rates) => Math.round(rates.at(-1) ?? 0).toLocaleString("en"));
  return `JSON ${rows}, CSV ${lines}`;
}

/** A wallet that has been paid by as many charges. */
async function createHistory(environment: Environment, entries: number): Promise<{ walletId: WalletId; newest: Date }> {
  const { wallets } = await createProjects(environment);
  const [wallet] = wallets;
  if (wallet === undefined) throw new Error("there is no project");
  const db = connect({ url: environment.url, role: environment.role, max: 1, name: "bench history" });
  const connection = await db.connection();
  await connection.query({ name: "fast", text: "set synchronous_commit = off", values: [] });
  const debits = Array.from({ length: TRANSFERS_A_CALL }, () => LIGHTNING_NODE);
  const credits = debits.map(() => wallet.account);
  const calls = Math.ceil(entries / TRANSFERS_A_CALL);
  const newest = new Date();
  for (let i = 1; i <= calls; i += 1) {
    const at = new Date(newest.getTime() - (calls - i) * STEP_MS);
    await post(connection, { at, debits, credits, amount: 1n, causeKind: "receipt" });
  }
  await db.close();
  await writeCharges(environment, wallet, entries);
  return { walletId: wallet.id, newest };
}

/** Written together: more would take longer than a statement may. */
const WRITTEN_TOGETHER = 20_000;

/** The charge and the receipt of each entry: a statement reads them. */
async function writeCharges({ admin }: Environment, { id, account, owner }: Wallet, entries: number): Promise<void> {
  const [first] = await admin.query<{ no: bigint }>({ text: "select min(no) as no from ledger.posting", values: [] });
  const from = Number(first?.no ?? 0n);
  for (let no = from; no < from + entries + 2 * TRANSFERS_A_CALL; no += WRITTEN_TOGETHER)
    await admin.query({
      text: `with charge as (
               insert into receiving.charge
                 (id, wallet_id, owner_id, account_no, amount_msats, description, internal_id, invoice, payment_hash,
                  created_at, expires_at, state, received_msats, paid_at, origin, node_no)
               select p.cause, $1, $2, p.credit, p.amount, 'an order', 'order-' || p.no, 'lnbcrt1',
                      sha256(convert_to(p.cause::text, 'UTF8')), p.at, p.at, 'completed', p.amount, p.at, 'request', 1
                 from ledger.posting p
                where p.credit = $3
                  and p.cause_kind = 'receipt'
                  and p.no >= $4
                  and p.no < $5
               returning payment_hash, id, account_no, wallet_id, amount_msats, paid_at)
             insert into receiving.receipt
               (payment_hash, via, id, charge_id, transfer_id, credit_no, wallet_id, amount_msats, settled_at, recorded_at, flags,
                node_no)
             select payment_hash, 'node', id, id, id, account_no, wallet_id, amount_msats, paid_at, paid_at, '{}', 1
               from charge`,
      values: [id, owner.id, account, no, no + WRITTEN_TOGETHER],
    });
  for (const table of ["ledger.posting", "receiving.charge", "receiving.receipt"])
    await admin.query({ text: `analyze ${table}`, values: [] });
}

async function open({ port, from }: Pick<Wanted, "port" | "from">, format: Format) {
  const path = `/v0/statement?format=${format}${from === undefined ? "" : `&from=${from.toISOString()}`}`;
  const sent = request({ port, host: "127.0.0.1", path, headers: { apikey: randomUUID() } });
  sent.end();
  const [answer] = await once(sent, "response");
  return { sent, answer };
}

/** Reads a whole statement; returns rows a second. */
async function readStatement(wanted: Wanted, format: Format): Promise<number> {
  const start = performance.now();
  const { answer } = await open(wanted, format);
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines < wanted.entries) throw new Error(`a statement had only ${lines} lines`);
  return (wanted.entries * 1_000) / (performance.now() - start);
}

/** Several readers begin and stop reading. */
async function pauseReaders(port: number): Promise<void> {
  const readers = await Promise.all(Array.from({ length: READERS }, () => open({ port }, "json")));
  for (const { answer } of readers) answer.pause();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  for (const { sent } of readers) sent.destroy();
}
