import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { appendServiceMail, type MailContent, type WriteDeps, writeServiceMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import { findProject } from "#projects";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";
import { findUser } from "#users";
import { findDestinationWallet } from "../checkout/find-destination-key.ts";
import { findProof } from "../checkout/find-proof.ts";
import { isIntoOwnWallet, LETTER_LATE_MS, type LetterKind } from "../model/letter.ts";
import type { Purchase } from "../model/purchase.ts";
import type { Seller } from "../model/receipt.ts";
import { insertLetter, listDecided, listUntold } from "../store/letters.ts";
import { findSession } from "../store/sessions.ts";
import { identityLetter, purchaseLetter } from "../templates/letter.ts";

export type WriteLettersDeps = WriteDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly seller: Seller;
  readonly baseUrl: string;
  /** Path of the page that shows people their money. */
  readonly walletPath: string;
};

const AT_ONCE = 100;
const OF_STATES = [
  { state: "completed", kind: "completed" },
  { state: "refunded", kind: "refunded" },
  { state: "delivering", kind: "sent" },
] as const;

/**
 * Writes to people what has become of their purchases and identities: the receipt of what was completed or given
 * back, what is on its way over the chain, and the decision on an identity. Each once, from whatever process: what was
 * written is a row, in the transaction that makes the mail. Where no mail can be sent, nothing is done.
 */
export async function writeLetters(deps: WriteLettersDeps): Promise<void> {
  if (deps.outlet().kind === "none") return;
  const { db, seller } = deps;
  const since = new Date(deps.clock.now().getTime() - LETTER_LATE_MS);
  for (const { state, kind } of OF_STATES)
    for (const purchase of await listUntold(db, { state, kind, since, limit: AT_ONCE })) {
      const proof = await findProof(db, purchase);
      if (kind === "sent" && proof === undefined) continue; // there is no transaction yet
      const { id: subject, userId, projectId } = purchase;
      const walletUrl = kind === "completed" ? await findWalletUrl(deps, purchase) : undefined;
      const session = await findSession(db, purchase.sessionId);
      const isOwn = isIntoOwnWallet(purchase, session);
      await write(deps, { kind, subject, userId, projectId }, (language) =>
        purchaseLetter({ kind, purchase, proof, walletUrl, isIntoOwnWallet: isOwn, seller, language }),
      );
    }
  for (const { kind, ...decided } of await listDecided(db, { since, limit: AT_ONCE }))
    await write(deps, { kind, ...decided }, (language) => identityLetter({ kind, seller, language }));
}

/** Page that shows the buyer the bitcoin, when it is in the own wallet. */
async function findWalletUrl(
  { db, baseUrl, walletPath }: WriteLettersDeps,
  { userId, destination }: Purchase,
): Promise<string | undefined> {
  const [user, walletId] = await Promise.all([
    findUser(db, userId),
    findDestinationWallet({ db, baseUrl }, destination),
  ]);
  return user !== undefined && user.walletId === walletId ? new URL(walletPath, baseUrl).href : undefined;
}

type Letter = {
  readonly kind: LetterKind;
  readonly subject: string;
  readonly userId: UserId;
  readonly projectId: ProjectId;
};

/** In the language that is kept for the person, else in that of the project. */
async function write(
  deps: WriteLettersDeps,
  { kind, subject, userId, projectId }: Letter,
  contentIn: (language: Language) => MailContent,
): Promise<void> {
  const now = deps.clock.now();
  const user = await findUser(deps.db, userId);
  const language = user?.language ?? (await findProject(deps.db, projectId))?.language ?? "en";
  await deps.db.transaction(async (tx) => {
    if (!(await insertLetter(tx, { subject, kind, now }))) return;
    if (user === undefined) return; // the account is closed: nobody is written to, once and for all
    const mail = writeServiceMail(deps, {
      kind: "receipt",
      recipient: user.email as EmailAddress,
      goodUntil: new Date(now.getTime() + LETTER_LATE_MS),
      content: contentIn(language),
    });
    await appendServiceMail(tx, mail, now);
  });
}
