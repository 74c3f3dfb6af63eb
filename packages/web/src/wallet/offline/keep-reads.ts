import type { QueryClient } from "@tanstack/react-query";
import type { WalletMe } from "../../api/own-paths.ts";
import type { KeptState } from "./kept-state.ts";

export type Keeping = {
  readonly client: QueryClient;
  readonly state: Pick<KeptState, "write">;
  /** It is known who is logged in. */
  readonly onKnown: () => void;
  /** Somebody else is logged in by now, in another tab: what this page has read is not theirs. */
  readonly onOther: () => void;
};

const ME = ["me"] as const;
const isKept = ({ meta }: { readonly meta?: Readonly<Record<string, unknown>> | undefined }) => meta?.["kept"] === true;

/** Keeps the last answer of each query that says `meta: { kept: true }`, under the name of who is logged in. */
export function keepReads({ client, state, onKnown, onOther }: Keeping): () => void {
  let userId: string | undefined;
  const queries = client.getQueryCache();
  return queries.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual === true) return;
    if (!isKept(event.query)) return;
    const id = client.getQueryData<WalletMe>(ME)?.user.id;
    if (id === undefined || (userId !== undefined && userId !== id)) return id === undefined ? undefined : onOther();
    if (userId === undefined) onKnown();
    userId = id;
    const reads = queries
      .findAll({ predicate: (query) => isKept(query) && query.state.data !== undefined })
      .map(({ queryKey, state: { data, dataUpdatedAt } }) => ({ key: queryKey, data, at: dataUpdatedAt }));
    void state.write({ userId: id, reads });
  });
}

/** Shows what was known last where nothing newer is known. */
export async function showKept(client: QueryClient, state: Pick<KeptState, "read">): Promise<void> {
  const kept = await state.read();
  for (const { key, data, at } of kept?.reads ?? [])
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at });
}
