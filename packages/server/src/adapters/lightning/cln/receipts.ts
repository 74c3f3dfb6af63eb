import { msats } from "#kernel/money.ts";
import { NodeUnavailable, type ReceivedItem } from "#lightning";
import { amountOf, bytes32Of, type Fields } from "../answers.ts";
import { numberOf, timeOf } from "./answers.ts";
import { cursorOf, markOf, type Place, placeIn } from "./cursor.ts";
import { CommandFailed } from "./errors.ts";
import type { Caller } from "./transport.ts";

export type Receipts = {
  readonly received: (cursor: string, waitMs: number, signal?: AbortSignal) => Promise<readonly ReceivedItem[]>;
};

/** The time of `waitanyinvoice` is over (common/jsonrpc_errors.h). */
const TIMED_OUT = 904;
/** One call of the node brings one receipt. */
const RECEIPTS_MAX = 200;
/** The longest that one call waits; the node counts whole seconds. */
const WAIT_MAX_MS = 25_000;
const SHORT_WAIT_MS = 250;
const GRACE_MS = 5_000;

/** Receipts by `pay_index`, which counts invoices that were paid. */
export function createReceipts(caller: Caller): Receipts {
  /** The last place that the node has shown to this process. */
  let shown: string | undefined;

  return {
    async received(cursor, waitMs, signal) {
      const place = placeIn(cursor);
      const isThere = place === undefined || cursor === shown || (await isStillThere(caller, place));
      shown = undefined; // a node that breaks the call may be back as it was before
      const items = await receiptsAfter(caller, isThere ? (place?.index ?? 0) : 0, waitMs, signal);
      shown = items.at(-1)?.cursor ?? (isThere ? cursor : "");
      return items;
    },
  };
}

/**
 * Whether the receipt at this place is still the one that was there. A node that went back waits silently for the next
 * one after a place that it has not reached; then all are read again. One that was deleted since cannot be compared
 * where later ones are there.
 */
async function isStillThere(caller: Caller, { index, mark }: Place): Promise<boolean> {
  const invoice = await paidAfter(caller, index - 1, 0);
  if (invoice === undefined) return false;
  const found = numberOf(invoice["pay_index"]);
  return found > index || (found === index && markOf(bytes32Of(invoice["payment_hash"])) === mark);
}

async function receiptsAfter(
  caller: Caller,
  index: number,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly ReceivedItem[]> {
  const { clock } = caller;
  const untilMs = clock.monotonicMs() + Math.min(waitMs, WAIT_MAX_MS);
  const items: ReceivedItem[] = [];
  for (let after = index; items.length < RECEIPTS_MAX; ) {
    const leftMs = items.length > 0 ? 0 : untilMs - clock.monotonicMs();
    const invoice = await paidAfter(caller, after, Math.max(0, Math.floor(leftMs / 1_000)), signal);
    if (invoice !== undefined) {
      items.push(receiptOf(invoice));
      after = numberOf(invoice["pay_index"]);
    } else if (items.length > 0 || clock.monotonicMs() >= untilMs || signal?.aborted === true) break;
    else await clock.sleep(Math.min(SHORT_WAIT_MS, untilMs - clock.monotonicMs()), signal);
  }
  return items;
}

/** The first one that was paid after that; undefined when there is none within the time. */
async function paidAfter(
  { call }: Caller,
  index: number,
  timeout: number,
  signal?: AbortSignal,
): Promise<Fields | undefined> {
  try {
    const timeoutMs = timeout * 1_000 + GRACE_MS;
    const invoice = await call("waitanyinvoice", { lastpay_index: index, timeout }, { timeoutMs, signal });
    if (numberOf(invoice["pay_index"]) <= index) throw new NodeUnavailable("the node reports an earlier receipt again");
    return invoice;
  } catch (error) {
    if (error instanceof CommandFailed && error.code === TIMED_OUT) return undefined;
    throw error;
  }
}

/** One that cannot be read keeps its place: index and hash must be there. */
function receiptOf(invoice: Fields): ReceivedItem {
  const paymentHash = bytes32Of(invoice["payment_hash"]);
  const cursor = cursorOf(numberOf(invoice["pay_index"]), paymentHash);
  try {
    return {
      kind: "receipt",
      cursor,
      paymentHash,
      amount: amountOf(invoice["amount_received_msat"]),
      cost: msats(0n),
      settledAt: timeOf(invoice["paid_at"]),
    };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return { kind: "unreadable", cursor, place: cursor, detail: error.message };
  }
}
