import { CallFailed } from "../../api/failure.ts";
import type { Kept } from "./kept.ts";

/** A form that was sent, or what came of it. */
export type Sent<Body, Made> =
  | {
      readonly kind: "asked";
      readonly key: string;
      readonly body: Body;
      readonly at: number;
      /** Nothing was made: it asked for a login first. */
      readonly needsLogin?: true;
    }
  | { readonly kind: "made"; readonly made: Made };

export type Outcome<Made> =
  | { readonly kind: "made"; readonly made: Made }
  /** Nothing was made. */
  | { readonly kind: "refused"; readonly error: unknown }
  /** Nothing was made, and the page leaves for a login. Whoever comes back decides whether it is still wanted. */
  | { readonly kind: "login"; readonly error: unknown }
  /** Nobody knows; asked again with the same key it is not made twice. */
  | { readonly kind: "unknown"; readonly error: unknown };

/** So long after it was sent a form is asked about again by itself, with its own key. Later a person decides. */
export const ASKED_MS = 3_600_000;

/** What the service refuses before it does anything. Source: docs/contract.md, "Errors". */
const NOTHING_DONE = ["restoring", "sending_paused"];

/** The service cannot do it for now, and has done nothing. */
export function isPaused(error: unknown): error is CallFailed {
  return error instanceof CallFailed && NOTHING_DONE.includes(error.code);
}

export function isUnknown(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status === 0 || (error.status >= 500 && !isPaused(error));
}

type Form<Body> = { readonly key: string; readonly body: Body; readonly at: number };

/** How a thing is made. */
export type Make<Body, Made> = {
  readonly send: (body: Body, key: string) => Promise<Made>;
  /** What is made is kept nowhere: the same call with the same key gives it again. */
  readonly isSecret?: boolean;
};

/** By their keys. A page that was left and opened again waits for the first answer: it alone has a link or a secret. */
const underWay = new Map<string, Promise<Outcome<unknown>>>();

/**
 * Sends a form once, however often it is asked for. What was asked is kept before it is sent, and what was made until
 * it was seen: a reload shows that, not an empty form.
 */
export async function makeOnce<Body, Made>(
  kept: Kept<Sent<Body, Made>>,
  form: Form<Body>,
  make: Make<Body, Made>,
): Promise<Outcome<Made>> {
  const first = underWay.get(form.key) as Promise<Outcome<Made>> | undefined;
  if (first !== undefined) return await first;
  const asked = ask(kept, form, make);
  underWay.set(form.key, asked);
  return await asked.finally(() => underWay.delete(form.key));
}

async function ask<Body, Made>(
  kept: Kept<Sent<Body, Made>>,
  { key, body, at }: Form<Body>,
  { send, isSecret = false }: Make<Body, Made>,
): Promise<Outcome<Made>> {
  const before = kept.read();
  const isAgain = before?.kind === "asked" && before.key === key && before.needsLogin === undefined;
  kept.write({ kind: "asked", key, body, at });
  try {
    const made = await send(body, key);
    if (!isSecret) kept.write({ kind: "made", made });
    return { kind: "made", made };
  } catch (error) {
    if (isUnknown(error)) return { kind: "unknown", error };
    const needsLogin = error instanceof CallFailed && error.loginPath !== undefined;
    // Neither says anything of what was asked before.
    if (isAgain && (needsLogin || (error instanceof CallFailed && error.passes))) return { kind: "unknown", error };
    if (needsLogin) kept.write({ kind: "asked", key, body, at, needsLogin });
    else kept.remove();
    return { kind: needsLogin ? "login" : "refused", error };
  }
}
