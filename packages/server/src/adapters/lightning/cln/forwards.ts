import { msats } from "#kernel/money.ts";
import type { Forwards } from "#lightning";
import { amountOf, LIST_MAX, listOf, nonsense } from "../answers.ts";
import { id64Of } from "./answers.ts";
import { Refused } from "./errors.ts";
import type { Caller } from "./transport.ts";

/**
 * A place in the node's list is the number of a change (`updated_index`): a forward gets its last one when it settles.
 * Undefined where the rune does not allow it.
 * @throws {NodeUnavailable}
 */
export async function readForwards({ call }: Caller, cursor: string, since: Date): Promise<Forwards | undefined> {
  const start = cursor === "" ? 1n : BigInt(id64Of(cursor)) + 1n;
  const asked = { status: "settled", index: "updated", limit: LIST_MAX };
  try {
    let from = start;
    for (;;) {
      const { forwards } = await call("listforwards", { ...asked, start: Number(from) });
      const settled = listOf(forwards).map((one) => ({
        place: BigInt(id64Of(one["updated_index"])),
        fee: amountOf(one["fee_msat"]),
        atMs: secondsOf(one["resolved_time"]) * 1_000,
      }));
      const last = settled.at(-1)?.place;
      if (settled.some(({ place }, i) => place < (i === 0 ? from : (settled[i - 1]?.place ?? 0n) + 1n)))
        throw nonsense("a list in its order", forwards);
      const wanted = cursor === "" ? settled.filter(({ atMs }) => atMs >= since.getTime()) : settled;
      if (wanted.length === 0 && settled.length === LIST_MAX && last !== undefined) {
        from = last + 1n; // all of them were before the first connection
        continue;
      }
      const earned = msats(wanted.reduce((sum, { fee }) => sum + fee, 0n));
      return { cursor: wanted.length === 0 ? cursor : String(last), count: wanted.length, earned };
    }
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const SECONDS = /^[0-9]{1,12}(\.[0-9]{1,9})?$/;

/** Numbers stay texts in an answer; this one has a fraction. */
function secondsOf(value: unknown): number {
  if (typeof value !== "string" || !SECONDS.test(value)) throw nonsense("seconds", value);
  return Number(value);
}
