import { useState } from "react";
import { newKey } from "../../api/call.ts";
import { CallFailed } from "../../api/failure.ts";
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

type KeyedDraft<Fields> = {
  readonly draft: Fields;
  change(parts: Partial<Fields>): void;
  drop(): void;
  /** The form sent twice makes one thing, also after a reload. */
  readonly idempotencyKey: string;
  /** Of a call that failed: what was asked with the key was another thing, so that the form gets a new one. */
  onError(error: unknown): void;
};

/** The draft of a form that makes one thing. */
export function useKeyedDraft<Fields extends object>(name: string, empty: () => Fields): KeyedDraft<Fields> {
  type Keyed = { readonly fields: Fields; readonly requestKey: string };
  const [{ fields, requestKey }, change, drop] = useDraft<Keyed>(name, () => ({
    fields: empty(),
    requestKey: newKey(),
  }));
  return {
    draft: fields,
    change: (parts) => change({ fields: { ...fields, ...parts } }),
    drop,
    idempotencyKey: requestKey,
    onError(error) {
      if (error instanceof CallFailed && error.code === "idempotency_mismatch") change({ requestKey: newKey() });
    },
  };
}
