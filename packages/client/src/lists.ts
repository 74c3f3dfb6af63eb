import type { Page } from "./http.ts";

/** Pages that are read one after the other. */
export const PAGE_SIZE = 100;

/** Every item of a list, page by page; a page is read when it is needed. */
export async function* itemsOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
