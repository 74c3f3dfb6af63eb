import { keptAs } from "../../ui/kept.ts";

/** `user`: who made it; another one who logs in does not see it. */
type Owned = { readonly user: string };

/**
 * What a form that was sent keeps in this tab: it survives a reload and a login, and no other tab has it. `isDraft`:
 * whether what was found is one.
 */
export function keptInTab<Draft extends Owned>(
  name: string,
  isDraft: (value: Readonly<Record<string, unknown>>) => boolean,
  storage: () => Storage = () => sessionStorage,
) {
  const kept = keptAs<unknown>(storage, name);
  return {
    read(user: string): Draft | undefined {
      const found = kept.read();
      if (typeof found !== "object" || found === null || !isDraft(found as Record<string, unknown>)) return undefined;
      return (found as Draft).user === user ? (found as Draft) : undefined;
    },
    keep: (draft: Draft) => void kept.write(draft),
    drop: kept.remove,
  };
}
