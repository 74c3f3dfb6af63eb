import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
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
 * Whether the user must prove more than `methods`. A wallet is named among them only when it answered from the browser's network, or when
 * something else was shown beside it.
 */
export function needsSecondFactor(deps: { readonly db: Db }) {
  return async ({
    userId,
    methods,
  }: {
    readonly userId: UserId;
    readonly methods: readonly string[];
  }): Promise<boolean> => {
    const shown = methods.map((method): Shown => {
      if (!isMethod(method)) throw new Error(`${method} is no method of a login`);
      return method === "lightning" ? { method, isSameNetwork: true } : { method };
    });
    const { kind } = await decideLoginOf(deps, { userId, shown });
    return kind !== "complete";
  };
}
