/** After this time a page shows what was done, and a dialog or a list has given the focus to what it has for it. */
const SETTLED_MS = 100;

type Settled = {
  /** Looks although nothing may change. */
  readonly soon: () => void;
  readonly stop: () => void;
};

/**
 * Calls `look` when what is in `root` has changed and then stood still for a moment: a focus that is given there is
 * taken from nothing else. `attributes`: those that count as a change.
 */
export function whenSettled(root: Node, attributes: readonly string[], look: () => void): Settled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLED_MS);
  };
  const seen = new MutationObserver(soon);
  seen.observe(root, { childList: true, subtree: true, attributeFilter: [...attributes] });
  const stop = () => {
    clearTimeout(timer);
    seen.disconnect();
  };
  return { soon, stop };
}
