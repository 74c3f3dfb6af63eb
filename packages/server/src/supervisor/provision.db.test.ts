import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { Network } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { authenticate, createKey, createKeyCache, createProject, listKeys, type Project, revokeKey } from "#projects";
import { givenBoundNode } from "#slices/lightning/testing/bound-node.harness.ts";
import { KEYS_VALID_MAX } from "#slices/projects/model/project-key.ts";
import { type ProvisionDeps, provideKey, provision } from "./provision.ts";

onDatabase("the demo project", (database) => {
  it("is not made, and no key is in a file, unless the node is on regtest", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "leyden-provision-"));
    const { db, admin } = database();
    const provisionOn = async (network: Network | undefined) => {
      await admin.query(sql`delete from lightning.node`);
      const instanceId = machineRandom().uuid();
      if (network !== undefined) await givenBoundNode(db, { nodeId: "02".repeat(33), network, instanceId });
      const around = { dataDir, baseUrl: "http://127.0.0.1:1", merchantAddress: "m@127.0.0.1:1" };
      const merchantPays = () => Promise.reject(new Error("paid"));
      await provision({ db } as ProvisionDeps, { ...around, merchantPays }, () => undefined);
    };
    for (const network of [undefined, "mainnet", "signet"] as const)
      await expect(provisionOn(network)).rejects.toThrow("for the test network alone");
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });
});

onDatabase("the key of the demo project", (database) => {
  const clock = machineClock;
  const random = machineRandom();
  const scheduler = machineScheduler({ failed: () => undefined });
  const deps = () => ({
    db: database().db,
    journal: database().journal,
    clock,
    random,
    scheduler,
    keyCache: createKeyCache(clock),
  });
  let dataDir: string;
  let project: Project;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "leyden-provision-"));
    project = await createProject({ batch: database().batch, random }, { name: random.uuid() });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const provide = () => provideKey(deps(), dataDir, project);
  const write = (apiKey: string) => writeFileSync(join(dataDir, "development.json"), JSON.stringify({ apiKey }));
  const create = () => createKey(deps(), { projectId: project.id });
  const use = (secret: string) => authenticate(deps(), secret);
  /** Id of the API key that acts. */
  const keyOf = ({ actor }: Caller) => {
    if (actor.kind !== "project") throw new Error("the actor is not a project");
    return actor.keyId;
  };
  const valid = async () => (await listKeys(database().db, project.id)).filter(({ revokedAt }) => !revokedAt);

  it("stays the same while it is valid", async () => {
    const first = await provide();
    write(first.apiKey);

    expect(await provide()).toEqual(first);
    expect(await valid()).toHaveLength(1);
  });

  it("takes the place of one that a killed start has made and not written down", async () => {
    await create();
    await create();

    await provide();

    expect(await valid()).toHaveLength(1);
  });

  it("is made anew when it was revoked, beside one that was made for rotation and not used yet", async () => {
    const first = await provide();
    write(first.apiKey);
    await revokeKey(deps(), { keyId: keyOf(first.caller) });
    const { key } = await create();

    const { caller } = await provide();

    expect((await valid()).map(({ id }) => id).sort()).toEqual([key.id, keyOf(caller)].sort());
  });

  it("is not made in the place of keys that are in use: the error says what to do", async () => {
    const first = await provide();
    write(first.apiKey);
    await revokeKey(deps(), { keyId: keyOf(first.caller) });
    for (let i = 0; i < KEYS_VALID_MAX; i += 1) await use((await create()).secret);
    await scheduler.drain();

    await expect(provide()).rejects.toMatchObject({
      message: expect.stringContaining(join(dataDir, "development.json")),
      advice: expect.stringContaining("key revoke <id>"),
    });
    expect(await valid()).toHaveLength(KEYS_VALID_MAX);
    expect(readFileSync(join(dataDir, "development.json"), "utf8")).toContain(first.apiKey);
  });
});
