import type { OutgoingItem } from "#lightning";
import { amountOf, bytes32Of, type Fields, ifReadable, readItem, txidOf } from "../answers.ts";
import { numberOf } from "./answers.ts";
import { cursorOf, markOf, type Place, placeIn } from "./cursor.ts";
import { listedPartsOf, pageOf, statusOf } from "./look-up.ts";
import { deliveredBy, type Group, groupsOf, isWhole, type Part, partOf } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** An item, and where it is in the node's list of parts. */
type Placed = { readonly index: number; readonly item: OutgoingItem };

/** Of a part whose hash cannot be read. */
const NO_HASH = new Uint8Array(32);

/**
 * Payments in the order of their first parts; each is judged by all of its parts, wherever these lie. An answer has
 * those that began in one page of parts, or in the first one that has any. A part that cannot be read is an item by
 * itself, and so is its payment.
 */
export async function outgoing(caller: Caller, cursor: string): Promise<readonly OutgoingItem[]> {
  const place = placeIn(cursor);
  let after = place !== undefined && (await isThere(caller, place)) ? place.index : 0;
  for (;;) {
    const page = await pageOf(caller, "created", after);
    const read = page.map((fields) => readItem<Part | Placed, Placed>(() => partOf(fields), unreadable(fields)));
    const placed: Placed[] = read.filter((one) => "item" in one);
    for (const group of groupsOf(read.filter((one) => "group" in one))) {
      const one = await itemOf(caller, group);
      if (one !== undefined) placed.push(one);
    }
    const last = page.at(-1);
    if (placed.length > 0 || last === undefined)
      return placed.sort((one, other) => one.index - other.index).map(({ item }) => item);
    after = indexOf(last);
  }
}

/** A node that went back has another part at this place, or none. */
async function isThere(caller: Caller, { index, mark }: Place): Promise<boolean> {
  const [first] = await pageOf(caller, "created", index - 1, 1);
  if (first === undefined) return false;
  const isSame = markOf(ifReadable(bytes32Of, first["payment_hash"]) ?? NO_HASH) === mark;
  return indexOf(first) > index || (indexOf(first) === index && isSame);
}

/** Undefined for a group that began on an earlier page. */
async function itemOf(caller: Caller, group: Group): Promise<Placed | undefined> {
  const [first] = group.parts;
  const { index, paymentHash } = first;
  if (isWhole(group)) return { index, item: await recordOf(caller, group) };
  const listed = await listedPartsOf(caller, paymentHash);
  const broken = listed.find((fields) => ifReadable(() => partOf(fields), fields) === undefined);
  if (broken !== undefined) return { ...unreadable(broken)("one of its parts cannot be read"), index };
  const whole = groupsOf(listed.map(partOf)).find(({ id }) => id === group.id) ?? group;
  return whole.parts[0].index === index ? { index, item: await recordOf(caller, whole) } : undefined;
}

async function recordOf(caller: Caller, group: Group): Promise<OutgoingItem> {
  const [first] = group.parts;
  return {
    kind: "payment",
    cursor: cursorOf(first.index, first.paymentHash),
    paymentHash: first.paymentHash,
    amount: deliveredBy(group),
    status: await statusOf(caller, first.paymentHash, [group]),
  };
}

function indexOf(fields: Fields): number {
  return numberOf(fields["created_index"]);
}

/** It keeps its place: its index must be there. */
function unreadable(fields: Fields): (detail: string) => Placed {
  const index = indexOf(fields);
  const paymentHash = ifReadable(bytes32Of, fields["payment_hash"]);
  return (detail) => ({
    index,
    item: {
      kind: "unreadable",
      cursor: cursorOf(index, paymentHash ?? NO_HASH),
      place: ifReadable(txidOf, fields["payment_hash"]) ?? `part ${index}`,
      detail,
      paymentHash,
      amount: ifReadable(amountOf, fields["amount_msat"]),
    },
  });
}
