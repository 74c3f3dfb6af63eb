import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useFilters, useHere } from "../../context.ts";
import { useOwnMember } from "../../parts/use-members.ts";
import type { MadeKey } from "./key.ts";
import type { Asked } from "./rules.ts";

const ROWS = 50;

/** One page of the keys, newest first: the same for the list and for the panel beside it. */
export function useKeys() {
  const { api, project } = useHere();
  const [{ cursor }] = useFilters();
  const query = { cursor, limit: ROWS };
  return useQuery({
    queryKey: ["project", project.id, "keys", query],
    queryFn: ({ signal }) => api.list("/keys", { query, signal }),
    meta: { live: ["project"] },
    placeholderData: keepPreviousData,
  });
}

/** What a member may do, and so give to a key: the most of one payment, and of any 24 hours. */
export function useOwnLimits() {
  const { own, isPending } = useOwnMember();
  return { cap: own?.cap ?? null, daily: own?.daily ?? null, isPending };
}

/** A key that was made just now, with its secret, and what was asked for. */
export type Made = { readonly key: MadeKey; readonly asked: Asked | undefined };

/** Shows the secret of a key, above the page: the form that made it is gone by then. */
export const MadeContext = createContext<((made: Made) => void) | undefined>(undefined);

export function useTellMade(): (made: Made) => void {
  const tell = useContext(MadeContext);
  if (tell === undefined) throw new Error("outside of the page of keys");
  return tell;
}
