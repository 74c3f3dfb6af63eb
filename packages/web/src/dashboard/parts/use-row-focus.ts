import { useEffect, useRef } from "react";

/** Of the link in the row of a thing. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/** Gives the focus back to the row whose side panel was closed, however it was closed. `open`: id of what it shows. */
export function useRowFocus(open: string | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (open === undefined && before.current !== undefined)
      (document.getElementById(rowId(before.current)) ?? document.querySelector<HTMLElement>("main h1"))?.focus();
    before.current = open;
  }, [open]);
}
