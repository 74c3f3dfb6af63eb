import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { WalletKey } from "../model/factors.ts";
import type { Revision } from "../model/revision.ts";
import { takeWalletChallenge, useLightningKey } from "../store/lightning-keys.ts";

export type WalletChecked =
  /** No wallet has signed for this browser: not yet, or the question is too old. */
  | { readonly kind: "waiting" }
  /**
   * `isSameNetwork` goes to the policy of second factors: a wallet elsewhere may have been shown the code by somebody
   * else. `revision`: from before.
   */
  | {
      readonly kind: "passed";
      readonly userId: UserId;
      readonly revision: Revision;
      readonly isSameNetwork: boolean;
    }
  /** No user has linked the wallet: log in or sign up by e-mail, then link it. */
  | { readonly kind: "unknown_wallet"; readonly key: WalletKey; readonly isSameNetwork: boolean };

/** Whether a wallet has signed for this browser, once. */
export async function checkWallet(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { browser }: { readonly browser: Uint8Array },
): Promise<WalletChecked> {
  const now = clock.now();
  const taken = await takeWalletChallenge(db, { browser, userId: undefined, actions: ["login", "register"], now });
  if (taken === undefined) return { kind: "waiting" };
  const owner = await useLightningKey(db, taken.key, now);
  return owner === undefined
    ? { kind: "unknown_wallet", ...taken }
    : { kind: "passed", ...owner, isSameNetwork: taken.isSameNetwork };
}
