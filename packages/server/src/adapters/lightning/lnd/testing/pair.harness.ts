import { afterEach } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { CLTV_LIMIT_BLOCKS, type LightningNode, PAY_DEADLINE_MS, type SendRequest } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectLndNode } from "../lnd.ts";
import { NEEDED } from "../permissions.ts";
import { nodesOfEachTest } from "./each-test.harness.ts";
import type { FakeLnd, FakeLndOptions } from "./fake-lnd.harness.ts";
import type { InvoiceDraft } from "./recipients.harness.ts";

/** A fake LND and the adapter that is connected to it. */
export type Pair = { readonly lnd: FakeLnd; readonly node: LightningNode };

/** A real clock some of whose sleeps take another time: so many milliseconds instead of so many. */
export function sleepsOf(change: (ms: number) => number): Clock {
  return { ...machineClock, sleep: (ms, signal) => machineClock.sleep(change(ms), signal) };
}

/** A clock with which the adapter does not wait long for a stream to be quiet, nor to connect again. */
export const quickClock: Clock = sleepsOf((ms) => (ms === 200 || ms === 1_000 ? ms / 10 : ms));

/** Makes pairs, and takes them apart after each test. */
export function pairsOfEachTest(): (options?: Partial<FakeLndOptions>, clock?: Clock) => Promise<Pair> {
  const nodes: LightningNode[] = [];
  const given = nodesOfEachTest();
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });
  return async (options, clock = machineClock) => {
    const lnd = await given(options);
    const node = connectLndNode({ ...lnd.address, clock });
    nodes.push(node);
    return { lnd, node };
  };
}

/** A request to send that the counterparty waits for, and the references that came for it. */
export async function wantedFrom(
  lnd: FakeLnd,
  draft: InvoiceDraft = { msats: 1_000_000n },
  more: Partial<SendRequest> = {},
) {
  const { invoice, paymentHash, expiresAt } = await lnd.counterparty.invoice(draft);
  const references: string[] = [];
  const request: SendRequest = {
    invoice,
    paymentHash,
    expiresAt,
    amount: undefined,
    feeLimit: msats(20_000n),
    cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
    deadlineMonotonicMs: machineClock.monotonicMs() + PAY_DEADLINE_MS,
    onReference: (reference) => void references.push(reference),
    ...more,
  };
  return { request, paymentHash, references };
}

/** Calls of a name that have arrived. */
export function callsOf({ calls }: FakeLnd, name: string): number {
  return calls.filter((call) => call.name === name).length;
}

/** Allows every call that the adapter makes but some, and lets it connect anew. */
export async function allowAllBut({ lnd }: Pair, ...denied: readonly string[]): Promise<void> {
  const all = Object.values(NEEDED).flatMap((rights) => rights.map(({ name }): string => name));
  await lnd.allow(all.filter((uri) => !denied.some((name) => uri.endsWith(`/${name}`))).map((uri) => `uri:${uri}`));
  await lnd.restart();
}
