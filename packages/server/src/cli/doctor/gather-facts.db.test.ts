import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { serveSmtp } from "#adapters/mail/smtp.harness.ts";
import { readConfig } from "#config.ts";
import { sats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { NodeUnavailable, type Permissions } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ALIVE } from "#platform/http/health.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { CERTIFICATE, hurriedClock, serveHttp, serveHttps } from "#platform/outbound/outbound.harness.ts";
import { createProject } from "#projects";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { channelPlace } from "#supervisor/backup/channel-files.ts";
import type { Around } from "./around.ts";
import { findingsOf } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { gatherFacts } from "./gather-facts.ts";
import { openDatabaseToRead } from "./open-database.ts";
import { expectWhole } from "./table.harness.ts";

onDatabase("the facts of the doctor", (database) => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "leyden-facts-"));
    chmodSync(dataDir, 0o700);
  });
  afterEach(async () => {
    await database().admin.query(sql`delete from lightning.node`);
    rmSync(dataDir, { recursive: true });
  });

  const running = (baseUrl = "http://127.0.0.1:1") => {
    const children = { database: { url: database().url, role: "leyden_app" }, node: {} as never };
    return { pid: 7, startMark: undefined, version: "0.1.0", instanceId: "x", baseUrl, children };
  };

  async function given(changes: Partial<Around> = {}, settings: Record<string, string> = {}) {
    const config = readConfig({ LEYDEN_DATA_DIR: dataDir, ...settings });
    const random = machineRandom();
    const around = { config, clock: machineClock, random, running: running(), node: undefined, ...changes };
    const opened = changes.database ?? (await openDatabaseToRead(config, around));
    if (opened.kind === "open" && changes.database === undefined) onTestFinished(opened.close);
    const findings = findingsOf(await gatherFacts({ ...around, database: opened }));
    expectWhole(findings);
    return findings;
  }
  const find = (findings: readonly Finding[], name: string) => findings.filter(({ about }) => about === name);
  const says = (findings: readonly Finding[], name: string) =>
    find(findings, name).map((one) => `${one.verdict}: ${one.says}`);

  const bind = (nodeId: string, network = "regtest") =>
    database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, ${nodeId}, ${network}, gen_random_uuid(), now())`);

  it("are had of node, channels, money and database", async () => {
    const node = createFakeNode({ clock: machineClock, info: { version: "a node 1" } });
    await bind(node.report.nodeId);
    node.operations.channelList = [
      fakeChannel({ capacity: sats(100_000n), local: sats(60_000n) }),
      fakeChannel({ capacity: sats(50_000n), isActive: false }),
    ];
    node.operations.rights = { lacking: [{ name: "coins", neededFor: "onchain", stops: "x" }], needless: ["shell"] };
    const found = await given({ node });
    expect(says(found, "node")).toEqual([`ok: ${node.report.nodeId} (a node 1) answers`]);
    expect(says(found, "network")).toEqual(["ok: regtest"]);
    expect(says(found, "liquidity")[0]).toContain("ok: you can send at most 60,000 sat and receive at most 40,000 sat");
    expect(says(found, "peers")[0]).toContain("warning: 1 of 2 open channels");
    expect(says(found, "channel backup")[0]).toContain("ok: of the node covers all 2");
    expect(says(found, "permissions")[0]).toContain("warning: the credential lacks coins");
    expect(says(found, "needless rights")[0]).toContain("shell");
    expect(says(found, "holdings")[0]).toMatch(
      /^warning: the node holds 50,000,000 sat, [0-9,]+ sat are owed: more than the books say$/,
    );
    expect(says(found, "database")[0]).toMatch(/^ok: PostgreSQL 1\d\.\d+ answers$/);
    expect(says(found, "clock")).toEqual(["ok: this machine and the database agree within 2 seconds"]);
    expect(says(found, "webhooks")).toEqual(["ok: every endpoint takes its events"]);
  });

  it.each([
    ["mainnet", /^warning: the node holds 9,000 sat, 0 sat are owed: 9,000 sat are above twice that/],
    ["regtest", /^ok: the node holds 9,000 sat/],
  ] as const)("are on %s whether the node holds more than it has to", async (network, expected) => {
    const node = createFakeNode({ clock: machineClock, info: { network }, funds: sats(9_000n), coins: [] });
    await bind(node.report.nodeId, network);
    expect(says(await given({ node }), "holdings")[0]).toMatch(expected);
  });

  it("are the pauses and incidents, in one line", async () => {
    const deps = { ...database(), clock: machineClock };
    await pauseSending(deps, { kind: "operator", reason: "a drill" });
    const found = await given();
    await resumeSending(database(), "operator");
    expect(find(found, "status")).toEqual([
      { about: "status", verdict: "warning", says: "sending is paused (operator)", todo: "leyden status" },
    ]);
  });

  it("are who sells bitcoin in the wallet, where the operator names somebody", async () => {
    const { name } = await createProject({ ...database(), random: machineRandom() }, { name: "Coffee" });
    expect(find(await given(), "wallet's seller")).toEqual([]);
    const named = (project: string) => given({}, { LEYDEN_RAMP_WALLET_PROJECT: project });
    expect(says(await named(name), "wallet's seller")).toEqual([
      'ok: the project "Coffee" sells bitcoin in the wallet',
    ]);
    expect(says(await named("Coffe"), "wallet's seller")[0]).toContain("warning: LEYDEN_RAMP_WALLET_PROJECT names no");
  });

  it("are whether others may read what is secret, and how many files may be open", async () => {
    chmodSync(dataDir, 0o755);
    const secret = join(dataDir, "macaroon");
    writeFileSync(secret, "02", { mode: 0o600 });
    const settings = { LEYDEN_NODE: "lnd://127.0.0.1:1", LEYDEN_NODE_CERT: secret, LEYDEN_NODE_CREDENTIAL: secret };
    const about = async () =>
      says(await given({ running: { ...running(), pid: process.pid } }, settings), "secret files");
    expect(await about()).toEqual(["ok: 1 file with secrets: readable by this user alone"]);
    chmodSync(secret, 0o644);
    expect(await about()).toEqual([`wrong: other users of this machine may read ${secret}`]);
    writeFileSync(join(dataDir, "secret.key"), "x", { mode: 0o604 });
    expect(await about()).toEqual([
      `wrong: other users of this machine may read ${secret}, ${join(dataDir, "secret.key")}`,
    ]);
    const backups = join(dataDir, "backups");
    mkdirSync(backups, { mode: 0o755 });
    chmodSync(backups, 0o755);
    const kept = await given({}, { LEYDEN_BACKUP_DIR: backups });
    expect(says(kept, "backup")[0]).toContain(
      `wrong: none is made: other users may read the folder of the backups ${backups}`,
    );
    const found = await given({ running: undefined }, { LEYDEN_CONNECTIONS: "20" });
    expect(says(found, "open files").join()).toMatch(
      /^(ok: a process that is started from here may have .* files open)?$/,
    );
  });

  it("are the copies of the channel backup as they lie there, also in a folder that has become read-only", async () => {
    const node = createFakeNode({ clock: machineClock });
    const { nodeId } = node.report;
    const backups = join(dataDir, "backups");
    const [old, young] = [fakeChannel(), fakeChannel()];
    node.operations.channelList = [old];
    const settings = { LEYDEN_BACKUP_DIR: backups };
    const copies = async () => says(await given({ node }, settings), "channel copies");
    expect(await copies()).toEqual([]); // before the first start there are none
    await bind(nodeId);
    expect(await copies()).toEqual([
      expect.stringContaining(`wrong: ${dataDir} has none, of 1 channel`),
      expect.stringContaining(`wrong: ${backups} has none, of 1 channel`),
    ]);
    const folders = [join(dataDir, "channels"), join(backups, "channels")];
    const copy = { nodeId, at: new Date(), channels: [old.point] };
    for (const folder of folders) await channelPlace(folder).save(copy, Buffer.from("a copy"));
    const stranger = { ...copy, nodeId: "03".repeat(33), at: new Date(Date.now() + 1_000), channels: [young.point] };
    await channelPlace(folders[1] ?? "").save(stranger, Buffer.from("of another node"));
    expect(await copies()).toEqual([
      expect.stringMatching(/^ok: .* has all/),
      expect.stringMatching(/^ok: .* has all/),
    ]);

    node.operations.channelList = [old, young];
    chmodSync(folders[1] ?? "", 0o500);
    await channelPlace(folders[0] ?? "").save(
      { ...copy, channels: [old.point, young.point], at: new Date(Date.now() + 9) },
      Buffer.from("b"),
    );
    const after = await given({ node }, settings);
    chmodSync(folders[1] ?? "", 0o700);
    expect(says(after, "channel copies")).toEqual([
      expect.stringMatching(/^ok: .* has all of 2 channels$/),
      expect.stringContaining(`lacks 1 of 2 channels: ${young.point}`),
    ]);
    expect(says(after, "channel copies")[1]).toMatch(/^wrong: /);
  });

  it("say by how much the node's clock is off", async () => {
    const node = createFakeNode({ clock: machineClock });
    await bind(node.report.nodeId);
    node.report = { ...node.report, clock: { aheadMs: 300_000, withinMs: 1_000 } };
    expect(says(await given({ node }), "clock")[1]).toMatch(/^wrong: the node's clock is 300 seconds ahead of/);
    node.report = { ...node.report, clock: { aheadMs: -9_000, withinMs: 1_000 } };
    expect(says(await given({ node }), "clock")[1]).toMatch(/^warning: the node's clock is 9 seconds behind/);
  });

  it("ask another node that answers in place of ours for nothing more", async () => {
    const node = createFakeNode({ clock: machineClock });
    await bind("02".repeat(33));
    let asked = 0;
    const count = async () => {
      asked += 1;
      return [];
    };
    const operations = { ...node.operations, channels: count, channelBackup: count } as never;
    const asks = { operations, permissions: count as never, balances: count as never };
    const found = await given({ node: { ...node, ...asks } });
    expect(says(found, "node")[0]).toContain("wrong: another node answers");
    expect(asked).toBe(0);
    expect(find(found, "holdings")).toEqual([]);
    expect(says(found, "database")[0]).toContain("ok");
  });

  it("are without the node's when it is locked, and everything else is there", async () => {
    const node = createFakeNode({ clock: machineClock });
    const info = () => Promise.reject(new NodeUnavailable("wallet locked", { why: "locked" }));
    const found = await given({ node: { ...node, info } });
    expect(says(found, "node")).toEqual(["wrong: is locked: it waits for its password (wallet locked)"]);
    expect(found.length).toBeGreaterThan(10);
    expect(says(found, "status")).toEqual(["ok: sending goes on, no incident is open"]);
  });

  it("are all permissions that are lacking where the node refuses to say who it is, as far as it says them", async () => {
    const node = createFakeNode({ clock: machineClock });
    const refuse = (): Promise<never> => Promise.reject(new NodeUnavailable("no right", { why: "permission" }));
    const lacking = { lacking: [{ name: "ListChannels", neededFor: "service", stops: "x" }], needless: [] } as const;
    const asking = async (permissions: () => Promise<Permissions | undefined>) =>
      await given({ node: { ...node, info: refuse, permissions } });
    const found = await asking(async () => lacking);
    expect(says(found, "node")[0]).toMatch(/^wrong: .* lacks a permission \(no right\)$/);
    expect(says(found, "permissions")[0]).toContain("wrong: the credential lacks ListChannels");
    expect(says(await asking(refuse), "permissions")).toEqual([]);
  });

  it("are what could be asked of a node whose channels cannot be", async () => {
    const node = createFakeNode({ clock: machineClock });
    await bind(node.report.nodeId);
    const refuse = () => Promise.reject(new NodeUnavailable("permission denied"));
    const never = () => new Promise<never>(() => undefined);
    const operations = { ...node.operations, channels: refuse, channelBackup: never };
    const found = await given({ node: { ...node, operations, permissions: never }, clock: hurriedClock });
    expect(says(found, "channels")).toEqual(["warning: is not known: permission denied"]);
    expect(says(found, "permissions")).toEqual(["warning: is not known: no answer within 10 seconds"]);
    expect(says(found, "node")[0]).toContain("ok");
  });

  it("have an end when node and database are silent for ever", async () => {
    const never = () => new Promise<never>(() => undefined);
    const db = { query: never, transaction: never, snapshot: never };
    const silent = { kind: "open", db, worksAsApp: true, close: async () => undefined } as const;
    const node = { ...createFakeNode({ clock: machineClock }), info: never };
    const found = await given({ node, database: silent, clock: hurriedClock });
    expect(says(found, "node")[0]).toContain("wrong: does not answer (no answer within 10 seconds)");
    expect(says(found, "database")[0]).toBe("wrong: cannot be asked: no answer within 10 seconds");
    for (const name of ["status", "fee limits", "clock", "secret key", "webhooks"])
      expect(says(found, name)).toEqual(["warning: is not known: the database does not answer"]);
  });

  it("are of mail server, base URL and certificates", async () => {
    const mail = await serveSmtp();
    const web = await serveHttps((_, response) => response.end(JSON.stringify(ALIVE)));
    onTestFinished(() => web.close());
    const certificate = join(dataDir, "tls.cert");
    writeFileSync(certificate, CERTIFICATE);
    const settings = {
      LEYDEN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      LEYDEN_MAIL_FROM: "pay@leyden.example",
      LEYDEN_BASE_URL: `https://${web.pair}/`,
      LEYDEN_NODE: "lnd://127.0.0.1:1",
      LEYDEN_NODE_CERT: certificate,
      LEYDEN_NODE_CREDENTIAL: certificate,
    };
    const found = await given({ running: running(`https://${web.pair}`), outbound: { ca: CERTIFICATE } }, settings);
    expect(says(found, "mail")).toEqual([`ok: 127.0.0.1:${mail.port} takes mails`]);
    expect(mail.taken).toEqual([]);
    expect(says(found, "base URL")[0]).toContain(`ok: https://${web.pair} answers; its address is of this machine`);
    expect(says(found, "proxies")[0]).toContain("warning: none is trusted");
    expect(says(found, "certificate")[0]).toContain("ok: good until 2120-01-01");
    expect(says(found, "node certificate")[0]).toContain("ok: good until 2120-01-01");
  });

  it("say that something else answers at the base URL", async () => {
    const web = await serveHttp((_, response) => response.end("another service"));
    onTestFinished(() => web.close());
    const found = await given({ running: running(`http://${web.pair}`) }, { LEYDEN_BASE_URL: `http://${web.pair}` });
    expect(says(found, "base URL")[0]).toContain("wrong: ");
    expect(says(found, "base URL")[0]).toContain("answers 200, and not as this service does");
  });

  it("ask the base URL of the running service also where the setting is not known here", async () => {
    const found = await given({ running: running("https://127.0.0.1:1") });
    expect(says(found, "base URL")).toEqual(["wrong: https://127.0.0.1:1 cannot be connected to"]);
    expect(says(found, "certificate")[0]).toContain("warning: is not known: the call failed: connect");
  });

  it("are judged by what the network's coins are worth, also while the node is away", async () => {
    const verdicts = async () => {
      const found = await given();
      return ["journal", "backup", "mail", "base URL"].map((name) => find(found, name)[0]?.verdict);
    };
    expect(await verdicts()).toEqual(["ok", "ok", "ok", "ok"]); // the embedded network
    await bind("02".repeat(33), "mainnet");
    expect(await verdicts()).toEqual(["wrong", "wrong", "warning", "warning"]);
  });

  it("change nothing, on the disk and in the database", async () => {
    const node = createFakeNode({ clock: machineClock });
    await bind(node.report.nodeId);
    const before = readdirSync(dataDir);
    await given({ node });
    expect(readdirSync(dataDir)).toEqual(before);
    const opened = await openDatabaseToRead(readConfig({ LEYDEN_DATA_DIR: dataDir }), {
      running: running(),
      random: machineRandom(),
    });
    if (opened.kind === "closed") throw new Error(opened.why);
    onTestFinished(opened.close);
    await expect(opened.db.query(sql`delete from lightning.node`)).rejects.toThrow(/read-only/);
  });

  describe("of a database of one's own, while no service runs,", () => {
    it("say what a start would find", async () => {
      const found = await given({ running: undefined }, { DATABASE_URL: database().url });
      expect(says(found, "service")[0]).toContain("warning: does not run");
      expect(says(found, "node")).toEqual(["warning: is not asked: no service runs"]);
      expect(says(found, "role")[0]).toContain("ok: the service works as leyden_app");
      expect(says(found, "backup")[0]).toContain("ok: of your own PostgreSQL: none was ever proved");
    });

    it("say that it is not there", async () => {
      const found = await given({ running: undefined }, { DATABASE_URL: "postgres://leyden:secret@127.0.0.1:1/x" });
      expect(says(found, "database")[0]).toMatch(/^wrong: cannot be asked: .*ECONNREFUSED/);
      expect(JSON.stringify(found)).not.toContain("secret@");
    });
  });
});
