import type { Clock } from "#kernel/clock.ts";
import { listPauses } from "#ledger";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Part, Readiness } from "#platform/http/health.ts";

type Deps = {
  readonly db: Db;
  readonly node: LightningNode;
  readonly clock: Clock;
  readonly missing: () => readonly Part[];
};

/** Whoever asks does not wait for a node or a database that hangs. */
const ANSWER_MS = 2_000;

/**
 * What must be up before a payment can be made, asked each time anew. Who asks at the same time shares one answer: anybody
 * may ask, and every answer costs a question to the database and one to the node.
 */
export function readinessOf({ db, node, clock, missing }: Deps): Readiness {
  const check = async (name: string, lacks: () => Promise<string | undefined>): Promise<Part> => {
    const silent = "it does not answer";
    const answered = new AbortController();
    const late = clock.sleep(ANSWER_MS, answered.signal).then(() => silent);
    const waitingFor = await Promise.race([lacks().catch(() => silent), late]);
    answered.abort();
    return waitingFor === undefined ? { name, ready: true } : { name, ready: false, waitingFor };
  };

  const ask = () => {
    const pauses = listPauses(db); // one query, two answers
    return Promise.all([
      check("database", async () => {
        await pauses;
        return undefined;
      }),
      check("sending", async () => {
        const found = await pauses.catch(() => []);
        return found.length === 0 ? undefined : `it is paused (${found.map(({ kind }) => kind).join(", ")})`;
      }),
      check("lightning", async () => {
        const { synced, usableChannels } = await node.info();
        if (!synced) return "the node follows the chain";
        return usableChannels === 0 ? "no channel is usable" : undefined;
      }),
    ]);
  };

  let underWay: Promise<readonly Part[]> | undefined;
  const askOnce = () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  return async () => [...(await askOnce()), ...missing()];
}
