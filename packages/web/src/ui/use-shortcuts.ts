import { useEffect } from "react";
import { goToSearch, isSearchKey } from "./search-key.ts";

/** Ctrl-K or ⌘-K opens what leads everywhere; `/` leads to the search of the page, or there too if it has none. */
export function useShortcuts(openPalette: () => void): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      const isSearch = isSearchKey(event);
      if (event.defaultPrevented || !(isPalette || isSearch)) return;
      event.preventDefault();
      if (!(isSearch && goToSearch())) openPalette();
    };
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
  });
}
