import type { Clock } from "#kernel/clock.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";

/**
 * Runs `work` for at most `ms`. After that, or when `outer` aborts, it rejects with `late` or `abandoned` immediately,
 * whether or not the work heeds the signal that it was given.
 */
export async function within<T>(
  { clock, ms, outer }: { clock: Clock; ms: number; outer?: AbortSignal | undefined },
  { late, abandoned }: { late: () => Error; abandoned: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stop = new AbortController();
  const abandon = () => stop.abort(abandoned());

  if (outer?.aborted) throw abandoned();
  outer?.addEventListener("abort", abandon, { once: true });
  const timer = async () => {
    await clock.sleep(ms, ended.signal);
    if (!ended.signal.aborted) stop.abort(late());
  };
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true });
  });

  void timer();
  try {
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    ended.abort(NO_LONGER);
    outer?.removeEventListener("abort", abandon);
  }
}
