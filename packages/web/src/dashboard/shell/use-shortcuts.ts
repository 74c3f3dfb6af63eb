import { useEffect } from "react";

/** Somebody types there. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Ctrl-K or ⌘-K opens what leads everywhere; `/` leads to the search of the page, or there too if it has none. */
export function useShortcuts(openPalette: () => void): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      const isSearch = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (event.defaultPrevented || !(isPalette || isSearch)) return;
      event.preventDefault();
      const search = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (isSearch && search !== null) search.select();
      else openPalette();
    };
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
  });
}
