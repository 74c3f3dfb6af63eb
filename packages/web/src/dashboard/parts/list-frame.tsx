import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListPage as Rows } from "../../api/call.ts";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useFilters } from "../context.ts";
import { type Column, RowsTable } from "./rows-table.tsx";

type ListFrameProps = {
  /** Something lies beside the list. */
  readonly hasPanel: boolean;
  readonly children: ReactNode;
};

/** A list, and the panel beside it. */
export function ListFrame({ hasPanel, children }: ListFrameProps) {
  return (
    <div className={hasPanel ? "list with-panel" : "list"}>
      <div className="list-main">{children}</div>
      <Outlet />
    </div>
  );
}

/** What is shown of each thing of a list, and where it leads. */
export type Shown<Item> = {
  readonly title: string;
  /** Of the rows: "newest first" unless it is said. */
  readonly order?: string;
  /** Address of the page, below the project's: "payments". */
  readonly path: string;
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
};

type ListRowsProps<Item> = {
  readonly list: Shown<Item>;
  /** As it was read. */
  readonly rows: {
    readonly data: Rows<Item> | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly isPlaceholderData: boolean;
  };
  /** In place of a list without any rows. */
  readonly none: ReactNode;
  /** Id of what the panel shows. */
  readonly open: string | undefined;
};

/** The rows of a list, or why there are none; older ones by a button. */
export function ListRows<Item>({ list, rows, none, open }: ListRowsProps<Item>) {
  const [{ cursor }, change] = useFilters();
  const { data, error, refetch, isPlaceholderData } = rows;
  return (
    <>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={8} />}
      {data?.items.length === 0 && none}
      {data !== undefined && data.items.length > 0 && (
        <RowsTable {...list} items={data.items} isOld={isPlaceholderData} open={open} />
      )}
      <Pager
        onOlder={data?.nextCursor === undefined ? undefined : () => change({ cursor: data.nextCursor })}
        onNewest={cursor === undefined ? undefined : () => change({ cursor: undefined })}
      />
    </>
  );
}
