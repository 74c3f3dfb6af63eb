import type { Clock, Scheduler } from "#kernel/clock.ts";
import { listPauses } from "#ledger";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Part, Readiness } from "#platform/http/health.ts";

type Deps = {
  readonly db: Db;
  readonly node: LightningNode;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly missing: () => readonly Part[];
};

export type ReadinessWatch = {
  /** What must be up before a payment can be made, as it was at the last check. */
  readonly parts: Readiness;
  stop(): Promise<void>;
};

const CHECK_MS = 1_000;
/** A node or a database that has not answered by then is reported as silent. */
const ANSWER_MS = 2_000;
const SILENT = "it does not answer";

/** Checks database, pause and node every second, so that callers of `/readyz` cost them nothing. Resolves after the first check. */
export async function watchReadiness({ clock, scheduler, missing, ...deps }: Deps): Promise<ReadinessWatch> {
  const check = async (name: string, lacks: Promise<string | undefined>): Promise<Part> => {
    const answered = new AbortController();
    const late = clock.sleep(ANSWER_MS, answered.signal).then(() => SILENT);
    const waitingFor = await Promise.race([lacks.catch(() => SILENT), late]);
    answered.abort();
    return waitingFor === undefined ? { name, ready: true } : { name, ready: false, waitingFor };
  };

  const listPausesOnce = shared(() => listPauses(deps.db)); // one query, two answers
  const askNode = shared(() => nodeLacks(deps.node));
  let checked: readonly Part[] = [];
  const first = Promise.withResolvers<void>();
  const loop = scheduler.loop("service.watch_readiness", CHECK_MS, async () => {
    const pauses = listPausesOnce();
    checked = await Promise.all([
      check(
        "database",
        pauses.then(() => undefined),
      ),
      check(
        "sending",
        pauses.then(
          (found) => (found.length === 0 ? undefined : `it is paused (${found.map(({ kind }) => kind).join(", ")})`),
          () => undefined, // the database is what is missing
        ),
      ),
      check("lightning", askNode()),
    ]);
    first.resolve();
  });
  await first.promise;
  return { parts: () => [...checked, ...missing()], stop: loop.stop };
}

/** Asks again only when the answer before has come: what does not answer gets no queue of questions. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** What the node lacks for a payment, as far as it says. Whether there is a route to a recipient is known only by trying. */
async function nodeLacks(node: LightningNode): Promise<string | undefined> {
  const { synced, usableChannels } = await node.info();
  if (!synced) return "the node follows the chain";
  return usableChannels === 0 ? "no channel is usable" : undefined;
}
