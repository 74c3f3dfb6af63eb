import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useChildMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListPage as Rows } from "../../api/call.ts";
import { useFilters, useHere, useParam } from "../context.ts";
import { CsvLink } from "./csv-link.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Found } from "./found.tsx";
import { type Filter, nothingChosen, queryOf } from "./list-filters.ts";
import { ListFrame, ListRows, type Shown } from "./list-frame.tsx";
import { PageHead } from "./page-head.tsx";
import { firstOf, readAgainMs } from "./read-again.ts";
import { useRowFocus } from "./use-row-focus.ts";

export const ROWS = 25;

/** A list of things: what it is called, where its rows come from, and what is shown of each. */
export type List<Item> = Shown<Item> & {
  /** Of one thing: "payment". */
  readonly noun: string;
  /** By what the search finds such a thing. */
  readonly finds: string;
  /** Part of the names of its queries, after which a change of a thing makes it old. */
  readonly queries: string;
  /** Other nouns of events that do. */
  readonly live?: readonly string[];
  /** When something becomes of a row that is no event: the list is read again then. */
  readonly dueOf?: (item: Item) => string | null;
  readonly read: (query: Readonly<Record<string, string | number>>, signal: AbortSignal) => Promise<Rows<Item>>;
  /** Path of the call whose answer is also a file; undefined: it is none. */
  readonly csv: string | undefined;
  readonly filters: readonly Filter[];
};

type ListPageProps<Item> = {
  readonly list: List<Item>;
  /** In place of a list without any rows. */
  readonly none: ReactNode;
  /** What can be done here. */
  readonly actions?: ReactNode;
  /** Between the heading and the filters. */
  readonly children?: ReactNode;
};

/** A page with a list: filters and search in the address, rows that open a panel, older ones by a button. */
export function ListPage<Item>({ list, none, actions, children }: ListPageProps<Item>) {
  const { project } = useHere();
  const [search] = useFilters();
  const hasPanel = useChildMatches().length > 0;
  const open = useParam("id");
  useRowFocus(open ?? (hasPanel ? list.path : undefined));
  const { cursor, ...chosen } = queryOf(list.filters, search);
  const query = { ...chosen, ...(cursor !== undefined && { cursor }), limit: ROWS };
  const dueOf = list.dueOf ?? (() => null);
  const rows = useQuery({
    queryKey: ["project", project.id, list.queries, query],
    queryFn: ({ signal }) => list.read(query, signal),
    placeholderData: keepPreviousData,
    enabled: search["q"] === undefined,
    meta: { live: list.live ?? [] },
    refetchInterval: ({ state: { data } }) => readAgainMs(firstOf(data?.items.map(dueOf) ?? []), Date.now()),
  });
  const isChosen = Object.keys(chosen).length > 0 || cursor !== undefined;
  return (
    <>
      <PageHead title={list.title}>
        {actions}
        {list.csv !== undefined && <CsvLink path={list.csv} query={chosen} />}
      </PageHead>
      {children}
      <ListFrame hasPanel={hasPanel}>
        <FilterBar filters={list.filters} finds={list.finds} />
        {search["q"] === undefined ? (
          <ListRows list={list} rows={rows} none={isChosen ? <NoneChosen list={list} /> : none} open={open} />
        ) : (
          <Found text={search["q"]} />
        )}
      </ListFrame>
    </>
  );
}

function NoneChosen<Item>({ list: { noun, filters } }: { list: List<Item> }) {
  const [, change] = useFilters();
  return (
    <div className="empty" role="status">
      <p>No {noun} is like that.</p>
      <button type="button" className="button second" onClick={() => change(nothingChosen(filters))}>
        Show all
      </button>
    </div>
  );
}
