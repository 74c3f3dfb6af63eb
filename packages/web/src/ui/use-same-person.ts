import { useEffect, useRef } from "react";

/**
 * Loads the page anew when somebody else is logged in now, as from another window: nothing of the person before is
 * shown or sent. `id`: of the person; undefined until it is known.
 */
export function useSamePerson(id: string | undefined): void {
  const first = useRef(id);
  useEffect(() => {
    first.current ??= id;
    if (id !== undefined && id !== first.current) location.reload();
  }, [id]);
}
