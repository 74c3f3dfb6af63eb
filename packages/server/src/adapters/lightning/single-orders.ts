import { bytesToHex } from "@noble/hashes/utils.js";
import { NodeUnavailable, type SendOutcome, type SendRequest } from "#lightning";
import type { Outcomes } from "./outcomes.ts";

type SingleOrders = {
  pay(request: SendRequest): Promise<SendOutcome>;
  /** A call of `pay` for the hash is under way in this process. */
  isPaying(paymentHash: Uint8Array): boolean;
};

type OrderDeps = {
  /** Why the backend is not asked at all; undefined: it is. */
  readonly refusalOf: (request: SendRequest) => SendOutcome | undefined;
  /** Whether the backend has anything of the hash. @throws {NodeUnavailable} */
  readonly knows: (paymentHash: Uint8Array) => Promise<boolean>;
  readonly order: (request: SendRequest) => Promise<SendOutcome>;
  readonly outcomes: () => Outcomes;
};

/**
 * For backends that take no key which makes an order happen once: a hash of which they have anything is not ordered,
 * and no two orders for one hash are under way.
 */
export function createSingleOrders({ refusalOf, knows, order, outcomes }: OrderDeps): SingleOrders {
  const paying = new Set<string>();

  async function payOnce(request: SendRequest): Promise<SendOutcome> {
    const { paymentHash } = request;
    try {
      if (await knows(paymentHash)) return { kind: "not_sent", reason: "known_hash" };
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      return { kind: "not_sent", reason: "unreachable", detail: error.message };
    }
    outcomes().began(paymentHash);
    const outcome = await order(request);
    if (outcome.kind === "not_sent") outcomes().dropped(paymentHash);
    if (outcome.kind === "settled" || outcome.kind === "failed") outcomes().saw(paymentHash, outcome);
    return outcome;
  }

  return {
    isPaying: (paymentHash) => paying.has(bytesToHex(paymentHash)),
    async pay(request) {
      const refusal = refusalOf(request);
      if (refusal !== undefined) return refusal;
      const key = bytesToHex(request.paymentHash);
      if (paying.has(key)) return { kind: "not_sent", reason: "known_hash" };
      paying.add(key);
      try {
        return await payOnce(request);
      } finally {
        paying.delete(key);
      }
    },
  };
}
