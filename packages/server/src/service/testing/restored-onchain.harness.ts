import type { CrashPoint } from "#kernel/clock.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { assignTransaction, bindPublished, listForChain, releaseRestore, releaseUnpublished } from "#restore";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import type { Purchase } from "#slices/ramp/model/purchase.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { openAnew, quick } from "./restored.harness.ts";

const MINUTE = 60_000;
const REASON = "a backup was put back";

/** States of a purchase to an address of the chain, as a copy has them. */
export const COPIES = ["authorized", "captured", "on_hold"] as const;
export type Copy = (typeof COPIES)[number] | "requires_payment" | "delivering";

export type GivenCopy = Awaited<ReturnType<typeof givenCopy>>;

/** A copy with a purchase to an address of the chain, before the restore is opened. */
export async function givenCopy(
  database: DatabaseUnderTest,
  state: Copy,
  { address = freshAddress(), changes = {} }: { address?: string; changes?: Parameters<typeof givenRamp>[1] } = {},
) {
  const ramp = await givenRamp(database, changes);
  const { world } = ramp;
  const { node } = world;
  const bought = await ramp.begun(await ramp.opened({ destination: address }));
  if (state !== "requires_payment") {
    ramp.cards.authorize(bought.id, bought.id);
    if (state === "authorized") node.broken.add("estimateOnchain");
    if (state === "on_hold") node.broken.add("buildOnchain");
    const point: CrashPoint = "before-onchain-begin";
    const reached = (at: CrashPoint) => {
      if (state === "captured" && at === point) throw new Error("the process died");
    };
    await ramp
      .later(1_000, { ...ramp.deps, reached, onchain: { ...ramp.deps.onchain, reached } })
      .catch(() => undefined);
    node.broken.clear();
  }
  if ((await ramp.stateOf(bought)) !== state) throw new Error(`it is ${await ramp.stateOf(bought)}`);
  const copy = await ramp.reread(bought);
  const { db, clock, random, log, journal } = { ...ramp.deps, journal: world.journal };
  const deps = quick({ db, clock, random, log, journal, node });
  const id = bought.id;

  return {
    ...ramp,
    id,
    bought: copy,
    address,
    chain: node.chain,
    restoreDeps: deps,
    open: () => openAnew(database),
    /** What the service did that ran on after the copy was made. */
    async published(reference: string = id, to: { address?: string; amount?: bigint } = {}) {
      const { quote, feeLimit } = copy;
      const amount = (to.amount ?? quote.amount) as typeof quote.amount;
      const request = { address: to.address ?? address, amount, feeLimit, reference };
      const built = await node.buildOnchain(request);
      if (built.kind !== "built") throw new Error("it was not built");
      await node.publishOnchain(built.transaction, reference);
      return built;
    },
    /** The old service took the money of the card. */
    capture: () => ramp.cards.processor.capture(`pay_${id}`, id),
    /** As `leyden restore release`: whether this purchase waits after it. */
    async release(unpublished: readonly string[] = [], on = deps): Promise<"free" | "waits"> {
      await bindPublished(on);
      await releaseUnpublished(on, { ids: unpublished, reason: REASON });
      const { waiting } = await releaseRestore(on, { reason: REASON });
      return waiting.some((one) => one.id === id) ? "waits" : "free";
    },
    bind: (on = deps) => bindPublished(on),
    letGo: (ids: readonly string[], on = deps) => releaseUnpublished(on, { ids, reason: REASON }),
    /** As `leyden reconcile <txid> --to purchase`. */
    assign: (txid: string, purchase: string = id) => assignTransaction(deps, { txid, purchase, reason: REASON }),
    isWaiting: async () => (await listForChain(db)).some((one) => one.id === id),
    async pass(times = 6) {
      for (let i = 0; i < times; i += 1) {
        node.chain.mine();
        await ramp.later(MINUTE);
      }
    },
    /** How many transactions left through us, by their bytes; and what the address has. */
    sent: () => new Set(node.chain.published.map((bytes) => Buffer.from(bytes).toString("hex"))).size,
    received: () => node.chain.receivedAt(address),
    async payments(): Promise<readonly string[]> {
      const rows = await database.admin.query<{ state: string }>(sql`
        select state from onchain.payment where origin_id = ${id} order by created_at`);
      return rows.map((row) => row.state);
    },
  };
}

export function amountOf({ bought }: { readonly bought: Pick<Purchase, "quote"> }): bigint {
  return bought.quote.amount;
}
