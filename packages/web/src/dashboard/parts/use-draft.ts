import { useState } from "react";

/**
 * What was typed into a form, kept for this tab until it is done: a login in between loses nothing. Never for a secret.
 * `empty`: asked once, where nothing was kept.
 */
export function useDraft<Fields extends object>(
  name: string,
  empty: () => Fields,
): readonly [Fields, (change: Partial<Fields>) => void, () => void] {
  const [draft, setDraft] = useState<Fields>(() => ({ ...empty(), ...readDraft(name) }));
  const change = (parts: Partial<Fields>) => {
    const next = { ...draft, ...parts };
    setDraft(next);
    keepDraft(name, next);
  };
  return [draft, change, () => keepDraft(name, undefined)];
}

const PREFIX = "leyden-draft ";

/** Nothing where the browser keeps nothing. */
function readDraft(name: string): object {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function keepDraft(name: string, draft: object | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    return; // the form works without
  }
}
