import { LIST_MAX } from "../answers.ts";
import { TooLong } from "../errors.ts";
import type { AskLimits } from "./connections.ts";

/** For one item alone: an AMP invoice has some kilobytes for each set that anybody has paid. */
const ONE_MAX_BYTES = 128 * 1024 * 1024;

/**
 * A page of a list that others can fill with what they send: one that is too long for an answer is asked for again with
 * half as many items. `ask` is given how many, and within which limits.
 * @throws {TooLong} when one item alone is.
 */
export async function askPage<Page>(ask: (count: number, limits: AskLimits) => Promise<Page>): Promise<Page> {
  for (let count = LIST_MAX; ; count = Math.floor(count / 2)) {
    try {
      return await ask(count, count === 1 ? { timeoutMs: PAGE_MS, maxBytes: ONE_MAX_BYTES } : { timeoutMs: PAGE_MS });
    } catch (error) {
      if (!(error instanceof TooLong) || count === 1) throw error;
    }
  }
}

const PAGE_MS = 60_000;
