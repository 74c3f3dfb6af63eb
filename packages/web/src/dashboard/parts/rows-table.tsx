import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { addressOf } from "../addresses.ts";
import { useHere } from "../context.ts";
import { rowId } from "./use-row-focus.ts";

/**
 * `look`: numbers stand at the right; what is for wide windows alone is left out of narrow ones, which show the name of
 * a column only before a cell that is `named`.
 */
export type Column<Item> = {
  readonly name: string;
  readonly look?: "number" | "wide-only" | "number wide-only" | "number named";
  readonly cell: (item: Item) => ReactNode;
};

type RowsTableProps<Item> = {
  readonly title: string;
  /** Of the rows. */
  readonly order?: string | undefined;
  /** Address of the list; that of a row has its id after it. */
  readonly path: string;
  readonly items: readonly Item[];
  /** The first one is the link of its row. */
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  /** What was asked for last has not come yet. */
  readonly isOld: boolean;
  /** Id of what the panel shows. */
  readonly open: string | undefined;
};

export function RowsTable<Item>(props: RowsTableProps<Item>) {
  const { title, order = "newest first", path, items, columns, idOf, isOld, open } = props;
  const { project } = useHere();
  const ids = items.map(idOf);
  const inNarrow = columns.filter(({ look = "" }) => !look.includes("wide-only"));
  return (
    <div className="table-frame" aria-busy={isOld}>
      <table className={inNarrow.length === 3 ? "rows-table of-three" : "rows-table"}>
        <caption className="hidden">
          {title}, {order}
        </caption>
        <thead>
          <tr>
            {columns.map(({ name, look }) => (
              <th key={name} scope="col" className={look}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => {
            const id = ids[i] ?? "";
            // A user may have a row for each application: the first one has the name.
            const isFirst = ids.indexOf(id) === i;
            return (
              <tr key={isFirst ? id : `${id}-${i}`} className={id === open ? "open" : undefined}>
                {columns.map(({ name, look, cell }, column) => (
                  <td key={name} className={look} data-name={name}>
                    {column > 0 ? (
                      cell(item)
                    ) : (
                      <Link
                        id={isFirst ? rowId(id) : undefined}
                        className="row-link"
                        to={addressOf(project.id, `${path}/${encodeURIComponent(id)}`)}
                        search={true as never}
                        aria-current={id === open ? "true" : undefined}
                      >
                        {cell(item)}
                      </Link>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
