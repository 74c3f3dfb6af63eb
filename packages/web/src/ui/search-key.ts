/** Somebody types there. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** `/`, which leads to the search of a page. */
export function isSearchKey({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  return key === "/" && !ctrlKey && !metaKey && !isTyping(target);
}

/** Leads to the search of the page; false when it has none. */
export function goToSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.select();
  return search !== null;
}
