import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { OutgoingRecord } from "./port.ts";

/** Probes of the operator end within seconds: they fail. What is in flight for longer is a payment. Ours. */
const PROBE_MS = 60_000;

/** Payments in flight at the node that no payment of ours explains, as a start has seen them. */
export type Probes = {
  /**
   * What of these is in flight and was seen first less than a minute ago. `isOver`: that was not at the first look; so
   * the node has begun it since.
   */
  young(records: readonly OutgoingRecord[]): { readonly hashes: ReadonlySet<string>; readonly isOver: boolean };
};

/** Lives as long as the process, over each attempt to start: the node is asked again until a minute is over. */
export function watchProbes(clock: Clock): Probes {
  const seenAtMs = new Map<string, number>();
  let beganAtMs: number | undefined;
  return {
    young(records) {
      const nowMs = clock.monotonicMs();
      const inFlight = records.filter(({ status }) => status.kind === "in_flight");
      const hashes = new Set(inFlight.map(({ paymentHash }) => bytesToHex(paymentHash)));
      for (const hash of hashes) {
        beganAtMs ??= nowMs;
        const seenMs = seenAtMs.get(hash) ?? nowMs;
        seenAtMs.set(hash, seenMs);
        if (nowMs - seenMs >= PROBE_MS) hashes.delete(hash);
      }
      return { hashes, isOver: beganAtMs !== undefined && nowMs - beganAtMs >= PROBE_MS };
    },
  };
}
