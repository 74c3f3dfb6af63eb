import { expect, it } from "vitest";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { newId, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { authenticate, createKeyCache } from "./authenticate.ts";
import { changeProject } from "./change-project.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { invariants } from "./invariants.ts";
import type { Project } from "./model/project.ts";
import { revokeKey } from "./revoke-key.ts";
import { listKeys } from "./store/policies.ts";
import { findProject, listProjects } from "./store.ts";

const random = machineRandom();
/** docs/integrate.md: a revoked key ends within 5 seconds in every process. */
const PROMISED_MS = 5_000;

onDatabase("projects", (database) => {
  const given = (name: string) => createProject({ batch: database().batch, random }, { name });
  const givenKey = async (name: string) => {
    const project = await given(name);
    const made = await createKey({ db: database().db, clock: machineClock, random }, { projectId: project.id });
    return { project, ...made };
  };

  it("has a wallet, an empty account and an address of its own", async () => {
    const project = await given("First Shop");

    expect(project).toMatchObject({ name: "First Shop", handle: "first-shop" });
    const wallet = await findWallet(database().db, project.walletId);
    expect(wallet).toMatchObject({ id: project.walletId, owner: { kind: "project", id: project.id } });
    const accounts = await database().admin.query(sql`
      select kind, balance, floor
        from ledger.account
       where no = ${wallet?.account}`);
    expect(accounts).toEqual([{ kind: "wallet", balance: 0n, floor: 0n }]);
  });

  it("is noticed by the audit when its wallet is not its own", async () => {
    const { db, admin } = database();
    const [invariant] = invariants;
    const found = () => db.snapshot(async (tx) => await invariant?.breaches(tx));
    const { id, walletId } = await given("Lost");
    const setOwner = (owner: string) =>
      admin.query(sql`update wallets.wallet set owner_id = ${owner} where id = ${walletId}`);
    expect(await found()).toEqual([]);

    await setOwner(random.uuid());
    expect(await found()).toEqual([`the wallet of project ${id} is not its own`]);
    await setOwner(id);
  });

  it("is noticed by the audit when its handle leads elsewhere", async () => {
    const { db, admin } = database();
    const [, invariant] = invariants;
    const found = () => db.snapshot(async (tx) => await invariant?.breaches(tx));
    const { id, handle } = await given("Nameless");
    const setHandle = (text: string) => admin.query(sql`update projects.project set handle = ${text} where id = ${id}`);
    expect(await found()).toEqual([]);

    await setHandle("elsewhere");
    expect(await found()).toEqual([`the handle of project ${id} does not lead to its wallet`]);
    await setHandle(handle);
  });

  it("is found by its id and by its name in any spelling", async () => {
    const project = await given("Straße");

    expect(await findProject(database().db, project.id)).toEqual(project);
    expect(await findProject(database().db, "STRAßE")).toEqual(project);
    expect(await findProject(database().db, "nobody")).toBeUndefined();
    expect(await listProjects(database().db)).toContainEqual(project);
  });

  it("gets the next free handle when another project has the wished one", async () => {
    const long = "x".repeat(40);
    const projects: Project[] = [];
    for (const name of ["café", "cafe", "cafe!", long, `${long}y`]) projects.push(await given(name));

    expect(projects.map((project) => project.handle)).toEqual([
      "cafe",
      "cafe-2",
      "cafe-3",
      "x".repeat(32),
      `${"x".repeat(30)}-2`,
    ]);
  });

  it("exists once when eight create it at the same time", async () => {
    const results = await Promise.allSettled(
      ["race", "Race", "RACE", "race", "rAce", "race", "race", "race"].map((name) => given(name)),
    );

    const lost = results.filter((result) => result.status === "rejected");
    expect(lost.map(({ reason }) => (reason as AppError).code)).toEqual(Array(7).fill("project_name_taken"));
    const projects = await listProjects(database().db);
    expect(projects.filter(({ handle }) => handle.startsWith("race"))).toHaveLength(1);
  });

  it("is answered again when the call that made it is repeated", async () => {
    const { admin } = database();
    const repeat = () =>
      admin.query(sql`
        select *
          from projects.create_many(
                 '2026-01-01', array['0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718']::uuid[],
                 array['0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719']::uuid[], array['Twice'], array['twice'], array['twice'])`);

    const first = await repeat();
    expect(first).toMatchObject([{ outcome: "created", handle: "twice" }]);
    expect(await repeat()).toEqual(first);
  });

  it("is reached by the local part of its address", async () => {
    const { db } = database();
    const project = await given("Payee");
    const find = recipientsAt("leyden.example", { db, recipientCache: createRecipientCache(machineClock) });
    const wallet = await findWallet(db, project.walletId);

    expect(await find({ host: "leyden.example", user: "PAYEE" })).toEqual(wallet);
    expect(await find({ host: "leyden.example", user: "payee" })).toEqual(wallet); // from memory
    expect(await find({ host: "leyden.example", user: "nobody" })).toBe("unknown");
    expect(await find({ host: "elsewhere.example", user: "payee" })).toBeUndefined();
  });

  it("has ten valid keys at most, also when sixteen are asked for at the same time", async () => {
    const { db } = database();
    const project = await given("Rotation");
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, () => createKey({ db, clock: machineClock, random }, { projectId: project.id })),
    );

    const lost = results.filter((result) => result.status === "rejected");
    expect(lost.map(({ reason }) => (reason as AppError).code)).toEqual(Array(6).fill("too_many_keys"));
    expect(await listKeys(db, project.id)).toHaveLength(10);
  });

  it("gets no key when it does not exist", async () => {
    const projectId = newId<ProjectId>(random);
    const attempt = createKey({ db: database().db, clock: machineClock, random }, { projectId });
    await expect(attempt).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("is known by its key, of which only the hash is stored", async () => {
    const { db, admin } = database();
    const { project, secret, key } = await givenKey("Known");

    const caller = await authenticate(givenAuthentication(db), secret);
    expect(caller).toEqual({
      wallet: await findWallet(db, project.walletId),
      actor: {
        kind: "project",
        projectId: project.id,
        keyId: key.id,
        policy: { feeCeilingBasisPoints: 500n, internalIdIsUnique: false },
      },
    });
    const rows = await admin.query(sql`
      select *
        from projects.project_key
       where id = ${key.id}`);
    expect(JSON.stringify(rows, (_, value) => (value instanceof Uint8Array ? "bytes" : value))).not.toContain(
      secret.slice(10),
    );
  });

  it("is not known by a key that is mistyped, unknown or revoked", async () => {
    const { db } = database();
    const deps = givenAuthentication(db);
    const { secret, key } = await givenKey("Revoked");
    expect(await authenticate(deps, secret)).toBeDefined();

    await revokeKey(
      { db, journal: database().journal, clock: machineClock, keyCache: deps.keyCache },
      { keyId: key.id },
    );

    expect(await authenticate(deps, secret)).toBeUndefined();
    expect(await authenticate(deps, `${secret}x`)).toBeUndefined();
    const again = revokeKey(
      { db, journal: database().journal, clock: machineClock, keyCache: deps.keyCache },
      { keyId: key.id as ProjectKeyId },
    );
    await expect(again).rejects.toBeInstanceOf(AppError);
  });

  it("loses a key within 5 seconds after another process revoked it", async () => {
    const { db } = database();
    const deps = givenAuthentication(db);
    const { secret, key } = await givenKey("Revoked elsewhere");
    await authenticate(deps, secret);

    await revokeKey(
      { db, journal: database().journal, clock: machineClock, keyCache: createKeyCache(machineClock) },
      { keyId: key.id },
    );
    deps.pass(PROMISED_MS);

    expect(await authenticate(deps, secret)).toBeUndefined();
  });

  it("speaks with new settings within 5 seconds", async () => {
    const { db } = database();
    const deps = givenAuthentication(db);
    const { project, secret } = await givenKey("Changed");
    await authenticate(deps, secret);

    const changes = { feeCeilingBasisPoints: 25n, internalIdIsUnique: true };
    await changeProject({ ...database(), clock: machineClock }, project, changes);
    deps.pass(PROMISED_MS);

    const caller = await authenticate(deps, secret);
    expect(caller).toMatchObject({ actor: { policy: { feeCeilingBasisPoints: 25n, internalIdIsUnique: true } } });
  });

  it("records the use of a key beside the request, once a minute", async () => {
    const { db } = database();
    const deps = givenAuthentication(db);
    const { project, secret } = await givenKey("Used");
    const lastUsedAt = async () => {
      await Promise.all(deps.spawned);
      return (await listKeys(db, project.id))[0]?.lastUsedAt;
    };

    await authenticate(deps, secret);
    const first = await lastUsedAt();
    expect(first).toEqual(deps.clock.now());

    deps.pass(30_000);
    await authenticate(deps, secret);
    expect(await lastUsedAt()).toEqual(first);
    expect(deps.spawned).toHaveLength(1);

    deps.pass(31_000);
    await authenticate(deps, secret);
    expect(await lastUsedAt()).toEqual(deps.clock.now());
  });

  it("is known without a look-up of unknown keys only when its key was valid before", async () => {
    const { db } = database();
    const deps = givenAuthentication(db);
    const { secret, key } = await givenKey("Known before");
    const onlyKnown = () => true;
    expect(await authenticate(deps, secret, onlyKnown)).toBeUndefined();
    expect(await authenticate(deps, secret)).toBeDefined();

    deps.pass(PROMISED_MS);
    expect(await authenticate(deps, secret, onlyKnown)).toBeDefined();

    await revokeKey(
      { db, journal: database().journal, clock: machineClock, keyCache: createKeyCache(machineClock) },
      { keyId: key.id },
    );
    deps.pass(PROMISED_MS);
    expect(await authenticate(deps, secret, onlyKnown)).toBeUndefined();
  });

  it("costs no look-up when the text cannot be a key", async () => {
    const deps = givenAuthentication({ query: () => Promise.reject(new Error("was asked")) } as never);
    for (const text of ["", "ley_", "x".repeat(40), `ley_${"0".repeat(36)}`])
      expect(await authenticate(deps, text)).toBeUndefined();
  });
});

function givenAuthentication(db: Parameters<typeof authenticate>[0]["db"]) {
  let ms = Date.now();
  const clock: Clock = {
    now: () => new Date(ms),
    monotonicMs: () => ms,
    sleep: async () => undefined,
    turn: async () => undefined,
  };
  const spawned: Promise<void>[] = [];
  const scheduler: Scheduler = {
    loop: () => {
      throw new Error("authenticate starts no loop");
    },
    spawn: (_, task) => spawned.push(task()),
  };
  const pass = (more: number) => {
    ms += more;
  };
  return { db, clock, scheduler, keyCache: createKeyCache(clock), spawned, pass };
}
