import type { Wallet } from "../../packages/server/src/kernel/caller.ts";
import { msats } from "../../packages/server/src/kernel/money.ts";
import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import {
  createKey,
  createProject,
  type KeyPolicyChanges,
  type Project,
} from "../../packages/server/src/slices/projects/index.ts";
import { findWallet } from "../../packages/server/src/slices/wallets/index.ts";
import type { Environment } from "./environment.ts";

/** Projects with money, keys and addresses; the same place in each is one project. */
export type Projects = {
  readonly projects: readonly Project[];
  readonly wallets: readonly Wallet[];
  readonly keys: readonly string[];
  /** Keys of the same projects that have a policy with every rule, which allows all that is paid here. */
  readonly restrictedKeys: readonly string[];
  readonly addresses: readonly string[];
};

const FUNDS = 1_000_000_000_000n;

const FULL_POLICY: KeyPolicyChanges = {
  scopes: ["read", "send"],
  cap: msats(1_000_000n),
  daily: msats(FUNDS),
  destinations: ["shop@shop.example", "*@shop.example", "*@bench.example"],
  networks: ["203.0.113.0/24", "127.0.0.0/8"],
};

/** @param name what the projects of one call are named after. */
export async function createProjects({ url, role, scale }: Environment, name = "Bench"): Promise<Projects> {
  const db = connect({ url, role, max: 8, name: "bench projects" });
  const deps = { db, batch: microBatch({ db, clock: machineClock }), clock: machineClock, random: machineRandom() };
  try {
    const projects = await Promise.all(
      Array.from({ length: scale.projects }, (_, i) => createProject(deps, { name: `${name} ${i}` })),
    );
    const keys = await Promise.all(projects.map(({ id: projectId }) => createKey(deps, { projectId })));
    const restrictedKeys = await Promise.all(
      projects.map(({ id: projectId }) => createKey(deps, { projectId, policy: FULL_POLICY })),
    );
    const wallets = await Promise.all(projects.map((project) => walletOf(db, project)));
    await db.query({
      text: `select ledger.post_many(now(), $1::uuid[], array_fill(2::bigint, array[$4::int]), $2::bigint[], $3::bigint[],
                                     null, null, array_fill('bench'::text, array[$4::int]), $1::uuid[])`,
      values: [
        projects.map(() => deps.random.uuid()),
        wallets.map(({ account }) => account),
        projects.map(() => FUNDS),
        scale.projects,
      ],
    });
    return {
      projects,
      wallets,
      keys: keys.map(({ secret }) => secret),
      restrictedKeys: restrictedKeys.map(({ secret }) => secret),
      addresses: projects.map(({ handle }) => `${handle}@bench.example`),
    };
  } finally {
    await db.close();
  }
}

async function walletOf(db: Database, { walletId }: Project): Promise<Wallet> {
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) throw new Error("a project without a wallet");
  return wallet;
}
