import type { OutgoingItem } from "#lightning";
import { amountOf, bytes32Of, type Fields, ifReadable, listOf, readItem, txidOf } from "../answers.ts";
import { textOrEmpty, uint64Of } from "./answers.ts";
import type { Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";
import { askPage } from "./pages.ts";
import { recordOf } from "./payment.ts";

type ListDeps = { readonly connections: Connections };

/** An older LND does not know that hops can be left out. */
const UNKNOWN_FIELD = 400;

/** Payments by LND's `payment_index`. @throws {NodeUnavailable} */
export async function outgoing(deps: ListDeps, cursor: string): Promise<readonly OutgoingItem[]> {
  const page = await listPayments(deps, { index_offset: cursor === "" ? "0" : cursor });
  if (page.length > 0 || cursor === "") return page.map(itemOf);
  const [newest] = await listPayments(deps, { reversed: "true", max_payments: "1" });
  // A node that was put back to an older copy is behind the cursor, and would be silent until it has caught up.
  if (newest !== undefined && indexOf(newest) >= BigInt(cursor)) return [];
  return newest === undefined ? [] : await outgoing(deps, "");
}

async function listPayments(
  { connections }: ListDeps,
  query: Readonly<Record<string, string>>,
): Promise<readonly Fields[]> {
  return await askPage(async (count, limits) => {
    const ask = async (more: Readonly<Record<string, string>>) => {
      const wanted = { include_incomplete: "true", max_payments: String(count), ...query, ...more };
      const path = `/v1/payments?${new URLSearchParams(wanted)}`;
      return await connections.ask({ method: "GET", path }, limits);
    };
    const { payments } = await ask({ omit_hops: "true" }).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === UNKNOWN_FIELD) return ask({}); // before 0.21
      throw error;
    });
    return listOf(payments);
  });
}

function indexOf(payment: Fields): bigint {
  return uint64Of(payment["payment_index"]);
}

/** One that cannot be read keeps its place: its index must be there. */
function itemOf(payment: Fields): OutgoingItem {
  const cursor = String(indexOf(payment));
  return readItem<OutgoingItem, OutgoingItem>(
    () => {
      const { paymentHash, amount, status } = recordOf(payment);
      return { kind: "payment", cursor, paymentHash, amount, status };
    },
    (detail) => ({
      kind: "unreadable",
      cursor,
      place: ifReadable(txidOf, payment["payment_hash"]) ?? `payment_index ${cursor}`,
      detail: `${textOrEmpty(payment["status"])}: ${detail}`,
      paymentHash: ifReadable(bytes32Of, payment["payment_hash"]),
      amount: ifReadable(amountOf, payment["value_msat"]),
    }),
  );
}
