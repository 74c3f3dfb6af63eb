import { useState } from "react";
import { useMe } from "../context.ts";
import { keptIn } from "./kept.ts";

/**
 * What somebody typed into a form, kept for this tab until it is done: a login in between loses nothing. Never for a
 * secret.
 * `empty`: asked once, where nothing was kept.
 */
export function useDraft<Fields extends object>(
  name: string,
  empty: () => Fields,
): readonly [Fields, (change: Partial<Fields>) => void, () => void] {
  const { data: me } = useMe();
  const kept = keptIn<Fields>(() => sessionStorage, ["draft", me?.user.id ?? "", name]);
  const [draft, setDraft] = useState<Fields>(() => ({ ...empty(), ...kept.read() }));
  const change = (parts: Partial<Fields>) => {
    const next = { ...draft, ...parts };
    setDraft(next);
    // What no longer fits is not what was there before.
    if (!kept.write(next)) kept.remove();
  };
  return [draft, change, kept.remove];
}
