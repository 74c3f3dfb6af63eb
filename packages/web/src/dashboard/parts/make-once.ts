import { CallFailed } from "../../api/failure.ts";
import type { Kept } from "./kept.ts";

/** A form that was sent, or what came of it. */
export type Sent<Body, Made> =
  | { readonly kind: "asked"; readonly key: string; readonly body: Body; readonly at: number }
  | { readonly kind: "made"; readonly made: Made };

export type Outcome<Made> =
  | { readonly kind: "made"; readonly made: Made }
  /** Nothing was made. */
  | { readonly kind: "refused"; readonly error: unknown }
  /** Nobody knows; asked again with the same key it is not made twice. */
  | { readonly kind: "unknown"; readonly error: unknown };

/** So long after it was sent a form is asked about again by itself, with its own key. Later a person decides. */
export const ASKED_MS = 3_600_000;

export function isUnknown(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status === 0 || error.status >= 500;
}

/**
 * Sends a form once, however often it is asked for. What was asked is kept before it is sent, and what was made until
 * it was seen: a reload shows that, not an empty form.
 */
export async function makeOnce<Body, Made>(
  kept: Kept<Sent<Body, Made>>,
  { key, body, at }: { readonly key: string; readonly body: Body; readonly at: number },
  send: (body: Body, key: string) => Promise<Made>,
): Promise<Outcome<Made>> {
  kept.write({ kind: "asked", key, body, at });
  try {
    const made = await send(body, key);
    kept.write({ kind: "made", made });
    return { kind: "made", made };
  } catch (error) {
    if (isUnknown(error)) return { kind: "unknown", error };
    // Whoever has to log in first comes back to it.
    if (!(error instanceof CallFailed && error.loginPath !== undefined)) kept.remove();
    return { kind: "refused", error };
  }
}
