import { machineClock, machineRandom } from "../../packages/server/src/platform/machine.ts";
import { microBatch } from "../../packages/server/src/platform/micro-batch.ts";
import { connect } from "../../packages/server/src/platform/pg.ts";
import { createKey, createProject, type Project } from "../../packages/server/src/slices/projects/index.ts";
import type { Environment } from "./environment.ts";

/** Projects with money, keys and addresses; the same place in each is one project. */
export type Projects = {
  readonly projects: readonly Project[];
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
};

/** As many as are active at once in a busy service; each is looked up again every five seconds. */
const PROJECTS = 200;
const FUNDS = 1_000_000_000_000n;

export async function createProjects({ url, role }: Environment): Promise<Projects> {
  const db = connect({ url, role, max: 8, name: "bench projects" });
  const deps = { db, batch: microBatch({ db, clock: machineClock }), clock: machineClock, random: machineRandom() };
  try {
    const projects = await Promise.all(
      Array.from({ length: PROJECTS }, (_, i) => createProject(deps, { name: `Bench ${i}` })),
    );
    const keys = await Promise.all(projects.map(({ id: projectId }) => createKey(deps, { projectId })));
    await db.query({
      text: `select ledger.post_many(now(), $1::uuid[], array_fill(2::bigint, array[$4::int]), $2::bigint[], $3::bigint[],
                                     null, null, array_fill('bench'::text, array[$4::int]), $1::uuid[])`,
      values: [
        projects.map(() => deps.random.uuid()),
        projects.map(({ account }) => account),
        projects.map(() => FUNDS),
        PROJECTS,
      ],
    });
    return {
      projects,
      keys: keys.map(({ secret }) => secret),
      addresses: projects.map(({ handle }) => `${handle}@bench.example`),
    };
  } finally {
    await db.close();
  }
}
