import { msats } from "#kernel/money.ts";
import { type Forwards, NodeUnavailable } from "#lightning";
import { amountOf, LIST_MAX, listOf } from "../answers.ts";
import { uint64Of } from "./answers.ts";
import type { Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";

const NS_PER_SECOND = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;

/**
 * A place in LND's list is the time of a forward in nanoseconds since 1970, of which each forward has another. LND
 * writes down what it has in memory before it answers. It is asked by whole seconds: what lies before the place in its
 * second is skipped. Undefined where the credential may not ask.
 * @throws {NodeUnavailable}
 */
export async function readForwards(
  { ask }: Pick<Connections, "ask">,
  cursor: string,
  since: Date,
): Promise<Forwards | undefined> {
  const place = cursor === "" ? BigInt(since.getTime()) * NS_PER_MS : uint64Of(cursor);
  const start_time = String(place / NS_PER_SECOND);
  try {
    for (let index_offset = 0; ; index_offset += LIST_MAX) {
      const body = { start_time, index_offset, num_max_events: LIST_MAX };
      const answer = await ask({ method: "POST", path: "/v1/switch", body });
      const events = listOf(answer["forwarding_events"]).map((event) => ({
        atNs: uint64Of(event["timestamp_ns"]),
        fee: amountOf(event["fee_msat"]),
      }));
      if (events.some(({ atNs }, i) => atNs <= (events[i - 1]?.atNs ?? 0n)))
        throw new NodeUnavailable("the node listed forwards out of their order");
      const later = events.filter(({ atNs }) => atNs > place);
      if (later.length === 0 && events.length === LIST_MAX) continue; // a thousand in one second
      const earned = msats(later.reduce((sum, { fee }) => sum + fee, 0n));
      return { cursor: String(later.at(-1)?.atNs ?? place), count: later.length, earned };
    }
  } catch (error) {
    if (error instanceof Refusal && error.code !== undefined) return undefined;
    throw error;
  }
}
