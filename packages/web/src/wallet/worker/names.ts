/** All caches of the wallet begin with it. */
export const PREFIX = "leyden-wallet ";
/** The cache of what was known last; the others hold the files of one build each. */
export const STATE_CACHE = `${PREFIX}state`;

/** Address of the wallet, which the worker works for, with all that is below it. */
export const ROOT = "/wallet";
/** Source: packages/server/src/service/installable-wallet.ts. */
export const WORKER = "/wallet/worker.js";
export const POLICY = "leyden-worker";

/** Takes away everything that this browser keeps of the wallet: files, and what was known last. */
export async function emptyCaches(caches: Pick<CacheStorage, "keys" | "delete">): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
