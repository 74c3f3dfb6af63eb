import type { OutgoingRecord } from "#lightning";
import { cursorOf, markOf, type Place, placeIn } from "./cursor.ts";
import { pageOf, statusOf, wholeOf } from "./look-up.ts";
import { deliveredBy, type Group, groupsOf, isWhole } from "./parts.ts";
import type { Caller } from "./transport.ts";

/**
 * Payments in the order of their first parts; each is judged by all of its parts, wherever these lie. An answer has
 * those that began in one page of parts, or in the first one that has any.
 */
export async function outgoing(caller: Caller, cursor: string): Promise<readonly OutgoingRecord[]> {
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
