const PAGES = /^\/dashboard\/api\/projects\/[^/]+(?=\/)/;

/** A member asked, from the dashboard: no key did. */
export function isOfMember({ path }: { readonly path: string }): boolean {
  return PAGES.test(path);
}

/** The path without what all calls of the dashboard begin with. */
export function asCalled(path: string): string {
  return path.replace(PAGES, "");
}
