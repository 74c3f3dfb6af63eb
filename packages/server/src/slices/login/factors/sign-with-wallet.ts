import { type AuthAnswer, isSigned } from "#protocol/lnurl-auth.ts";
import type { WalletKey } from "../model/factors.ts";
import { hashOf } from "../model/secrets.ts";
import { signWalletChallenge } from "../store/lightning-keys.ts";
import { networkHash, type WalletDeps } from "./ask-wallet.ts";

export type Signed =
  /** The browser that shows the question can go on. */
  | "signed"
  | "wrong_signature"
  /** No browser asks this any more: too late, or another answer was first. */
  | "unknown_k1";

/** Takes the answer of a wallet (LUD-04). Each question takes one. `network`: of the wallet. */
export async function signWithWallet(
  { db, clock, sealer }: Pick<WalletDeps, "db" | "clock" | "sealer">,
  { network, ...answer }: AuthAnswer & { readonly network: string },
): Promise<Signed> {
  if (!isSigned(answer)) return "wrong_signature";
  const isTaken = await signWalletChallenge(db, {
    k1Hash: hashOf(Buffer.from(answer.k1, "hex")),
    key: answer.key.toLowerCase() as WalletKey,
    networkHash: networkHash(sealer, network),
    now: clock.now(),
  });
  return isTaken ? "signed" : "unknown_k1";
}
