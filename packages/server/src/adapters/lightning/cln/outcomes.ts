import type { FinishedPayment, FinishedPayments } from "#lightning";
import { ifReadable } from "../answers.ts";
import { numberOf } from "./answers.ts";
import { pageOf, statusOf, wholeOf } from "./look-up.ts";
import { partOf } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** The longest that one call waits. */
const WAIT_MAX_MS = 25_000;
/** The node says nothing by itself: it is asked so often whether a payment has finished. */
const LOOK_MS = 500;
const NUMBER = /^(0|[1-9][0-9]{0,15})$/;

/**
 * Payments of which a part has changed, as soon as they are final. One whose command is about to end is waited for:
 * nothing changes any more when it does.
 */
export async function finished(
  caller: Caller,
  cursor: string,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<FinishedPayments> {
  const { clock } = caller;
  const newest = await newestChange(caller);
  if (!NUMBER.test(cursor)) return { cursor: String(newest), payments: [] };
  let after = Math.min(Number(cursor), newest); // of one that went back: from now on
  for (const untilMs = clock.monotonicMs() + Math.min(waitMs, WAIT_MAX_MS); ; ) {
    const found = await changesAfter(caller, after);
    after = found.after;
    const leftMs = untilMs - clock.monotonicMs();
    if (found.payments.length > 0 || leftMs <= 0 || signal?.aborted === true)
      return { cursor: String(after), payments: found.payments };
    await clock.sleep(Math.min(LOOK_MS, leftMs), signal);
  }
}

async function newestChange({ call }: Caller): Promise<number> {
  const { updated } = await call("wait", { subsystem: "sendpays", indexname: "updated", nextvalue: 0 });
  return numberOf(updated);
}

async function changesAfter(caller: Caller, from: number) {
  const payments: FinishedPayment[] = [];
  let after = from;
  const seen = new Set<string>();
  for (const fields of await pageOf(caller, "updated", from)) {
    const part = ifReadable(() => partOf(fields), fields); // of what cannot be read a look-up may say more
    if (part !== undefined && !seen.has(part.group)) {
      const group = await wholeOf(caller, { id: part.group, parts: [part] });
      const status = await statusOf(caller, part.paymentHash, [group]);
      const mayChange = group.parts.some(({ status }) => status === "pending");
      if (status.kind === "in_flight" && !mayChange) break; // its command still runs
      if (status.kind !== "in_flight") payments.push({ paymentHash: part.paymentHash, status });
      seen.add(part.group);
    }
    after = ifReadable(numberOf, fields["updated_index"]) ?? after;
  }
  return { after, payments };
}
