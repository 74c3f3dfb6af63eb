import type { Branding } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import { findClosure } from "#ledger";
import { type WriteDeps, writeServiceMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { listNames } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { findLastOpening } from "#restore";
import { type Received, readReceived } from "#statements";
import { findUser, type User } from "#users";
import { findWallet } from "#wallets";
import { type Mac, stopToken } from "./model/stop-link.ts";
import { type DueWish, deleteWish, listDueWishes, writeReceived } from "./store/wishes.ts";
import { LINES_MAX, receivedMail } from "./templates/received-mail.ts";

export type TellReceivedDeps = WriteDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mac: Mac;
  readonly branding: Pick<Branding, "name">;
  /** Path of the page that shows people their money. */
  readonly walletPath: string;
};

/** The first payment is told at once, and then no more than one mail in this time: what arrives meanwhile is in one. */
export const BETWEEN_MAILS_MS = 3_600_000;
/** Of one look; the others come with the next one. */
const USERS_A_LOOK = 100;
/** Later the account itself says it. */
const GOOD_FOR_MS = 24 * 3_600_000;

/**
 * Writes a mail to each user who wants one and whose wallet has received something since the last mail. What was told
 * and the mail are one statement: a process that dies before has written nothing, and of processes that look at the
 * same time one writes. While the ledger is closed it waits: a restore may be found. Returns how many users it looked
 * at.
 */
export async function tellReceived(deps: TellReceivedDeps): Promise<number> {
  const { db, clock } = deps;
  if (deps.outlet().kind === "none" || (await findClosure(db)) !== undefined) return 0;
  const now = clock.now();
  const toldBefore = new Date(now.getTime() - BETWEEN_MAILS_MS);
  const due = await listDueWishes(db, { toldBefore, limit: USERS_A_LOOK });
  const settledSince = due.length === 0 ? undefined : await findLastOpening(db);
  for (const wish of due) await tellOne(deps, { wish, settledSince, now });
  return due.length;
}

type Look = { readonly wish: DueWish; readonly settledSince: Date | undefined; readonly now: Date };

async function tellOne(deps: TellReceivedDeps, { wish, settledSince, now }: Look): Promise<void> {
  const { db, log } = deps;
  const user = await findUser(db, wish.userId);
  const wallet = user && (await findWallet(db, user.walletId));
  if (user === undefined || wallet === undefined) return void (await deleteWish(db, wish.userId));
  const received = await readReceived({ db }, { wallet, after: wish.seenNo, settledSince, most: LINES_MAX });
  const { newest, count } = received;
  if (newest === undefined) return;
  const isTold = count > 0 && user.blockedAt === undefined && user.emailVerifiedAt !== undefined;
  const mail = isTold ? await mailRow(deps, { user, received, now }) : undefined;
  const isWritten = await writeReceived(db, now, { ...wish, newest, mail });
  if (isWritten && mail !== undefined) log.info({ userId: user.id, count }, "receipt_mail.recorded");
}

type Telling = { readonly user: User; readonly received: Received; readonly now: Date };

async function mailRow(deps: TellReceivedDeps, { user, received, now }: Telling) {
  const { db, baseUrl, walletPath, branding, mac } = deps;
  const askers = [...new Set(received.latest.flatMap(({ origin }) => origin?.askedBy ?? []))];
  const projects = askers.length === 0 ? new Map<string, string>() : await listNames(db, askers);
  const stopUrl = `${baseUrl}/mails/received/${stopToken(mac, user)}`;
  const walletUrl = new URL(walletPath, baseUrl).href;
  const { language = "en" } = user;
  const { id, recipient, recipientHash, goodUntil, content } = writeServiceMail(deps, {
    kind: "notice",
    recipient: emailAddress(user.email),
    goodUntil: new Date(now.getTime() + GOOD_FOR_MS),
    content: receivedMail({ received, projects, language, walletUrl, name: branding.name, stopUrl }),
  });
  return {
    id,
    recipient,
    hash: Buffer.from(recipientHash).toString("hex"),
    good_until: goodUntil,
    subject: content.subject,
    body_text: content.text,
    body_html: content.html,
    stop_url: stopUrl,
  };
}
