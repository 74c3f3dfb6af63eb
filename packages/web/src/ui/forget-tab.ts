/** All that a page of the service keeps for its tab begins with it. */
const PREFIX = "leyden-";

/**
 * At the logout: whoever is next in this tab finds nothing of what was typed, made or sent. The service says so too
 * (`Clear-Site-Data`), but not every browser takes that for what it keeps for a tab.
 */
export function forgetTab(storage: () => Storage = () => sessionStorage): void {
  try {
    for (const name of Object.keys(storage())) if (name.startsWith(PREFIX)) storage().removeItem(name);
  } catch {
    return; // nothing was kept
  }
}
