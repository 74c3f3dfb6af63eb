/**
 * Waits until all have ended, and then throws what the first one that failed has thrown: a failure stops none of the
 * others.
 */
export async function settleAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks)) if (result.status === "rejected") throw result.reason;
}
