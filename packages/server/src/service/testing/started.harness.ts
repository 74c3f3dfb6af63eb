import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readConfig } from "#config.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createProject } from "#projects";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { openFrontDoor } from "../front-door.ts";
import { type ServerOptions, startServer } from "../server.ts";

/** The same in every test of a database, which holds its fingerprint. */
const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

/**
 * The whole service on a test's database, with a node in memory: no test network, no demo project. `prepare`: what the
 * node is before the service knows it.
 */
export async function givenStarted(
  { db, batch, url, admin }: DatabaseUnderTest,
  settings: NodeJS.ProcessEnv = {},
  { prepare, ...options }: Partial<ServerOptions> & { readonly prepare?: (node: FakeNode) => void } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), "leyden-started-"));
  const asked = readConfig({
    LEYDEN_DATA_DIR: dataDir,
    LEYDEN_PORT: "0",
    LEYDEN_SECRET_KEY: SECRET_KEY,
    ...settings,
  });
  const machine = { clock: machineClock, random: machineRandom(), log: createLog({ level: "silent", pretty: false }) };
  const frontDoor = await openFrontDoor(machine, asked, () => []);
  const baseUrl = frontDoor.url;
  const node = createFakeNode(machine);
  prepare?.(node);
  const instanceId = machine.random.uuid();
  const openLedger = () => admin.query(sql`select ledger.open_book('comparing')`);
  await takePlace(admin, node.report.nodeId, instanceId);
  const server = await startServer({
    config: { ...asked, baseUrl },
    role: "all",
    log: machine.log,
    database: { url, role: "leyden_app" },
    instanceId,
    node,
    demo: undefined,
    frontDoor,
    witness: { read: async () => [], write: () => undefined },
    missing: () => [],
    childRestarts: () => new Map(),
    ...options,
  }).catch(async (error) => {
    await Promise.all([openLedger(), frontDoor.leave()]);
    throw error;
  });
  onTestFinished(async () => {
    await server.stop();
    await Promise.all([openLedger(), frontDoor.leave()]);
    rmSync(dataDir, { recursive: true });
  });

  const project = await createProject({ batch, random: machine.random }, { name: machine.random.uuid() });
  const { secret } = await createKey({ db, ...machine }, { projectId: project.id });
  return {
    node,
    baseUrl,
    /** Of a project that has nothing yet. */
    key: secret,
    /** A call with that key. */
    async call(method: "GET" | "POST", path: string, body?: object) {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: { apikey: secret, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
      return { status: answer.status, body: (await answer.json()) as any };
    },
  };
}

/** Each test has a new node, in the place of the one before, whose equity stays booked. */
async function takePlace(admin: Db, nodeId: string, instanceId: string): Promise<void> {
  await admin.query(sql`
    update lightning.node
       set node_id = ${nodeId},
           instance_id = ${instanceId},
           outgoing_cursor = '',
           outgoing_hash = null,
           forgotten_receipt = (
             select payment_hash from receiving.receipt where via = 'node' order by id desc limit 1)`);
  await admin.query(sql`update receiving.node_cursor set position = ''`);
}
