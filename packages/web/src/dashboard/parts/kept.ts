import { type Kept, keptAs } from "../../ui/kept.ts";

export type { Kept };

const PREFIX = "leyden-kept";

/**
 * What a form needs to survive a reload of its tab: gone when the tab is closed, and at the logout. `of`: whose it is,
 * such as the user and the project; nobody else sees it in the same tab.
 */
export function keptIn<Value>(storage: () => Storage, of: readonly string[]): Kept<Value> {
  return keptAs(storage, [PREFIX, ...of].join(" "));
}
