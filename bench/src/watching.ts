import type { Batch } from "../../packages/server/src/platform/database/batch.ts";
import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { watchedInvariants } from "../../packages/server/src/service/invariants.ts";
import { runAudit } from "../../packages/server/src/slices/audit/index.ts";
import { withCauses } from "../../packages/server/src/slices/ledger/testing/causes.harness.ts";
import { reserveMany } from "../../packages/server/src/slices/payments/store/batched.ts";
import { draftPayment } from "./draft-payment.ts";
import { createEnvironment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { createProjects, type Projects } from "./projects.ts";

const TOGETHER = 1_000;

/** What the running service pays for looking at its books every ten seconds. */
export const watching: Part = {
  title: "Watched lines of the audit",
  async measure(scale) {
    const environment = await createEnvironment(scale);
    const { url, role, admin } = environment;
    const db = connect({ url, role, max: 8, name: "bench watching" });
    const { payments } = scale.small;
    try {
      const projects = await createProjects(environment);
      await admin.query({ text: withCauses("values ('bench', 'lightning_node', 'wallet')"), values: [] });
      const batch = microBatch({ db, clock: machineClock });
      const run = createWatch(db);
      await run(); // the first one looks at everything
      const took = { paying: [] as number[], busy: [] as number[], idle: [] as number[] };
      for (let round = 1; round <= scale.rounds; round += 1) {
        took.paying.push(await msOf(() => pay(batch, projects, payments)));
        took.busy.push(await run());
        took.idle.push(await run());
      }
      const count = payments.toLocaleString("en");
      return [
        { title: "watched lines of the audit, nothing new", unit: "ms", rounds: took.idle },
        { title: `watched lines of the audit, ${count} new payments`, unit: "ms", rounds: took.busy },
        {
          title: "time to watch payments / to make them",
          unit: "ratio",
          rounds: took.busy.map((ms, i) => ms / (took.paying[i] ?? Number.NaN)),
          wanted: { atMost: 0.5 },
        },
      ];
    } finally {
      await db.close();
      await environment.close();
    }
  },
};

/**
 * One run after another, each in milliseconds.
 * @throws when a line is broken: it would read the same again.
 */
function createWatch(db: Database): () => Promise<number> {
  const invariants = watchedInvariants(machineClock);
  return () =>
    msOf(async () => {
      const broken = (await runAudit({ db, invariants })).filter(({ breaches }) => breaches.length > 0);
      if (broken.length > 0) throw new Error(`broken: ${JSON.stringify(broken)}`);
    });
}

/** Internal payments, which are complete at once. */
async function pay(batch: Batch, projects: Projects, count: number): Promise<void> {
  const random = machineRandom();
  for (let made = 0; made < count; made += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, () => batch(reserveMany, draftPayment(projects, random.uuid))));
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
