import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { findProject } from "#projects";
import { findUser } from "#users";
import { hashOfToken } from "../model/secrets.ts";
import { stateAt, type Voucher } from "../model/voucher.ts";
import { findVoucherByToken } from "../store/vouchers.ts";
import { addWrongLink } from "../store/wrong-codes.ts";

export type LookAtClaim = {
  /** As it stands in the link. */
  readonly token: string;
  /** That the request came from, as its limits count it. */
  readonly network: string;
  /** Of the user who wants to take what the link leads to. */
  readonly account?: UserId | undefined;
};

export type LookedAt =
  | { readonly kind: "unknown" }
  /** This network, or this account, has opened too many unknown links. A right one is shown all the same. */
  | { readonly kind: "too_many_wrong" }
  /** `sender`: the name of the project, or the gamertag of the user, that pays. */
  | { readonly kind: "found"; readonly voucher: Voucher; readonly sender: string };

/** Unknown links of a network in an hour: as many as wrong codes. Ours. */
export const WRONG_LINKS_MAX = 20;
/** Of an account. */
export const WRONG_LINKS_OF_ACCOUNT_MAX = 5;

type Deps = { readonly db: Db; readonly clock: Clock };

/** What a claim link leads to, in its present state. Of vouchers nothing is changed; unknown links are counted. */
export async function lookAtClaim({ db, clock }: Deps, { token, network, account }: LookAtClaim): Promise<LookedAt> {
  const now = clock.now();
  const tokenHash = hashOfToken(token);
  const voucher = tokenHash && (await findVoucherByToken(db, tokenHash));
  if (!voucher) {
    const ofNetwork = await addWrongLink(db, network, now);
    const ofAccount = account === undefined ? 0 : await addWrongLink(db, `account ${account}`, now);
    const isTooMany = ofNetwork > WRONG_LINKS_MAX || ofAccount > WRONG_LINKS_OF_ACCOUNT_MAX;
    return { kind: isTooMany ? "too_many_wrong" : "unknown" };
  }
  return { kind: "found", voucher: { ...voucher, state: stateAt(voucher, now) }, sender: await senderOf(db, voucher) };
}

async function senderOf(db: Db, { ownerId }: Voucher): Promise<string> {
  const project = await findProject(db, ownerId);
  if (project !== undefined) return project.name;
  const user = await findUser(db, ownerId as UserId);
  if (user === undefined) throw new Error(`owner ${ownerId} of a voucher does not exist`);
  return user.gamertag;
}
