import type { Page } from "./http.ts";

const PAGE_SIZE = 100;

/** Where a page begins, and how long it is. */
type At = { readonly cursor: string | undefined; readonly limit: number };

/** Every item of a list, page by page; a page is read when it is needed. */
export async function* itemsOf<Item>(readPage: (at: At) => Promise<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await readPage({ cursor, limit: PAGE_SIZE });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
