import { emptyCaches, STATE_CACHE } from "../worker/names.ts";

/** What was read last. `key`: the name of the query. `at`: Unix ms. */
export type KeptRead = { readonly key: readonly unknown[]; readonly data: unknown; readonly at: number };
/** What is kept for one person; nothing of anybody else is ever beside it. */
export type Kept = { readonly userId: string; readonly reads: readonly KeptRead[] };

/** The one place in a browser where the wallet keeps what was known last. */
export type KeptState = {
  /** Undefined: nothing is kept. */
  read(): Promise<Kept | undefined>;
  /** In place of what was kept; reads of the same person that are not named stay. */
  write(kept: Kept): Promise<void>;
  /** Takes away what is kept, and the files of the wallet with it. From then on this page keeps nothing. */
  empty(): Promise<void>;
};

/** Of what is written; another one is of another build, and worth nothing. */
const FORMAT = 2;
const ADDRESS = "/wallet/kept";

/** `open`: undefined where a page has no caches, because it has no TLS; nothing is kept there. */
export function createKeptState(open: () => CacheStorage | undefined): KeptState {
  let isEnded = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other. A browser that refuses keeps nothing. */
  function inTurn<Done>(act: (caches: CacheStorage) => Promise<Done>): Promise<Done | undefined> {
    const next = turn.then(async () => {
      const caches = open();
      return caches === undefined ? undefined : await act(caches).catch(() => undefined);
    });
    turn = next;
    return next;
  }
  return {
    read: () => inTurn(readFrom),
    async write(kept) {
      await inTurn(async (caches) => {
        if (isEnded) return;
        const before = await readFrom(caches);
        const named = new Set(kept.reads.map(({ key }) => JSON.stringify(key)));
        const others = before?.userId === kept.userId ? before.reads : [];
        const reads = [...kept.reads, ...others.filter(({ key }) => !named.has(JSON.stringify(key)))];
        const content = { format: FORMAT, userId: kept.userId, reads };
        await (await caches.open(STATE_CACHE)).put(ADDRESS, Response.json(content));
      });
    },
    async empty() {
      isEnded = true;
      await inTurn(emptyCaches);
    },
  };
}

async function readFrom(caches: CacheStorage): Promise<Kept | undefined> {
  if (!(await caches.has(STATE_CACHE))) return undefined;
  const found = await (await caches.open(STATE_CACHE)).match(ADDRESS);
  const content = await found?.json();
  return content?.format === FORMAT ? { userId: content.userId, reads: content.reads } : undefined;
}
