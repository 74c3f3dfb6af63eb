import { useEffect } from "react";
import { goToSearch, isSearchKey } from "../../ui/search-key.ts";

/** `/` leads to the search of the page, where it has one. */
export function useSearchKey(): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && isSearchKey(event) && goToSearch()) event.preventDefault();
    };
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
  }, []);
}
