import { existsSync, readdirSync } from "node:fs";
import { flushCompileCache, getCompileCacheDir } from "node:module";

/**
 * Node keeps what it has read of its cache of compiled code, 18 MB for the service, as long as a process runs. This
 * lets go of it. The memory stays with the process, and what is loaded next lies there (docs/decisions/0077).
 *
 * Nothing is let go while the cache is empty: Node would write thousands of files here, which it does at its end.
 */
export function letGoOfCompiledCode(): void {
  const folder = getCompileCacheDir();
  if (folder === undefined || !existsSync(folder)) return;
  if (readdirSync(folder).length > 0) flushCompileCache();
}
