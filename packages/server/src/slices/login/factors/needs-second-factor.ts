import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { NeedsSecondFactor } from "../attempt/proceed.ts";
import { ownedOf } from "../model/factors.ts";
import { isMethod } from "../model/method.ts";
import { decideLogin, type LoginDecision, type Shown } from "../model/second-factor.ts";
import { findFactors } from "../store/factors.ts";

/** What the policy says about what a browser has shown of this user. Every way in calls this or `needsSecondFactor`. */
export async function decideLoginOf(
  { db }: { readonly db: Db },
  { userId, shown }: { readonly userId: UserId; readonly shown: readonly Shown[] },
): Promise<LoginDecision> {
  return decideLogin(shown, ownedOf(await findFactors(db, userId)));
}

/**
 * Whether the user must prove more than `methods`. A wallet counts as one in another network where nothing else is
 * said.
 */
export function needsSecondFactor(deps: { readonly db: Db }): NeedsSecondFactor {
  return async ({ userId, methods, isSameNetwork = false }) => {
    const { kind } = await decideLoginOf(deps, { userId, shown: shownOf(methods, isSameNetwork) });
    return kind !== "complete";
  };
}

/** As the policy asks for it. */
export function shownOf(methods: readonly string[], isSameNetwork: boolean): readonly Shown[] {
  return methods.map((method) => {
    if (!isMethod(method)) throw new Error(`${method} is no method of a login`);
    return method === "lightning" ? { method, isSameNetwork } : { method };
  });
}
