import { type FinishedPayment, type FinishedPayments, NodeUnavailable, type OutgoingRecord } from "#lightning";
import { listOf } from "../answers.ts";
import { numberOf } from "./answers.ts";
import { cursorOf, markOf, type Place, placeIn } from "./cursor.ts";
import { partsOf, statusOf } from "./look-up.ts";
import { deliveredBy, type Group, groupsOf, isWhole, type Part, partOf } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** Parts that one call lists. */
const PAGE_MAX = 1_000;
const POLL_MAX_MS = 25_000;
/** The node says nothing by itself: it is asked so often whether a payment has finished. */
const POLL_MS = 500;
const NUMBER = /^(0|[1-9][0-9]{0,15})$/;

/**
 * Payments in the order of their first parts; each is judged by all of its parts, wherever these lie. An answer has
 * those that began in one page of parts, or in the first one that has any.
 */
export async function listOutgoing(caller: Caller, cursor: string): Promise<readonly OutgoingRecord[]> {
  const place = placeIn(cursor);
  let after = place !== undefined && (await isThere(caller, place)) ? place.index : 0;
  for (;;) {
    const page = await pageOf(caller, "created", after);
    const records: OutgoingRecord[] = [];
    for (const group of groupsOf(page)) {
      const whole = isWhole(group) ? group : await wholeOf(caller, group);
      if (whole.parts[0].index === group.parts[0].index) records.push(await recordOf(caller, whole));
    }
    const last = page.at(-1);
    if (records.length > 0 || last === undefined) return records;
    after = last.index;
  }
}

/** A node that went back has another part at this place, or none. */
async function isThere(caller: Caller, { index, mark }: Place): Promise<boolean> {
  const [first] = await pageOf(caller, "created", index - 1, 1);
  if (first === undefined) return false;
  return first.index > index || (first.index === index && markOf(first.paymentHash) === mark);
}

async function recordOf(caller: Caller, group: Group): Promise<OutgoingRecord> {
  const [first] = group.parts;
  return {
    cursor: cursorOf(first.index, first.paymentHash),
    paymentHash: first.paymentHash,
    amount: deliveredBy(group),
    status: await statusOf(caller, first.paymentHash, [group]),
  };
}

/** A group with its parts from other pages. */
async function wholeOf(caller: Caller, { id, parts: [first] }: Group): Promise<Group> {
  const whole = groupsOf(await partsOf(caller, first.paymentHash)).find((group) => group.id === id);
  if (whole === undefined) throw new NodeUnavailable("the node lists a payment that it does not know");
  return whole;
}

async function pageOf(
  { call }: Caller,
  index: "created" | "updated",
  after: number,
  limit = PAGE_MAX,
): Promise<readonly Part[]> {
  const { payments } = await call("listsendpays", { index, start: after + 1, limit });
  return listOf(payments).map(partOf);
}

/**
 * Payments of which a part has changed, as soon as they are final. One whose command is about to end is waited for:
 * nothing changes any more when it does.
 */
export async function listFinished(
  caller: Caller,
  cursor: string,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<FinishedPayments> {
  const { clock } = caller;
  const newest = await newestChange(caller);
  if (!NUMBER.test(cursor)) return { cursor: String(newest), payments: [] };
  let after = Math.min(Number(cursor), newest); // of one that went back: from now on
  for (const untilMs = clock.monotonicMs() + Math.min(waitMs, POLL_MAX_MS); ; ) {
    const found = await changesAfter(caller, after);
    after = found.after;
    const leftMs = untilMs - clock.monotonicMs();
    if (found.payments.length > 0 || leftMs <= 0 || signal?.aborted === true)
      return { cursor: String(after), payments: found.payments };
    await clock.sleep(Math.min(POLL_MS, leftMs), signal);
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
  for (const part of await pageOf(caller, "updated", from)) {
    if (!seen.has(part.group)) {
      const group = await wholeOf(caller, { id: part.group, parts: [part] });
      const status = await statusOf(caller, part.paymentHash, [group]);
      const mayChange = group.parts.some(({ status }) => status === "pending");
      if (status.kind === "in_flight" && !mayChange) break; // its command still runs
      if (status.kind !== "in_flight") payments.push({ paymentHash: part.paymentHash, status });
      seen.add(part.group);
    }
    after = part.changedIndex ?? after;
  }
  return { after, payments };
}
