import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Fact } from "./finding.ts";

/** What takes longer is as good as no answer: the doctor's own answer must not wait for it. */
export const ASK_MS = 10_000;

/** Asks, and never throws: that there is no answer is a fact as well. What comes late is let go of. */
export async function ask<T>(
  clock: Pick<Clock, "sleep">,
  question: () => Promise<T> | T,
  limitMs = ASK_MS,
): Promise<Fact<T>> {
  const done = new AbortController();
  const late = clock.sleep(limitMs, done.signal).then(() => LATE);
  try {
    const answer = await Promise.race([question(), late]);
    if (answer === LATE) return { kind: "unknown", why: `no answer within ${limitMs / 1_000} seconds` };
    return { kind: "known", value: answer as T };
  } catch (error) {
    return { kind: "unknown", why: reasonOf(error) };
  } finally {
    done.abort();
  }
}

const LATE = Symbol("late");

/** What an error says, in one line. One of ours says what it is about, its cause why. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  const { message = "", code = "" } = cause as { readonly message?: string; readonly code?: unknown };
  return (message.split("\n")[0] || String(code) || String(cause)).trim();
}

/** An answer, and when it was given by this machine's clock: in the middle of the question. */
export type Timed<T> = { readonly answer: T; readonly at: Date };

export async function timed<T>({ now }: Pick<Clock, "now">, question: () => Promise<T>): Promise<Timed<T>> {
  const before = now().getTime();
  const answer = await question();
  return { answer, at: new Date((before + now().getTime()) / 2) };
}
