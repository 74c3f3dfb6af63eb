import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import { appendServiceMail, newLoginMail, type WriteDeps } from "#mails";
import type { Db, Tx } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { readerOf } from "#texts/reader.ts";
import type { User } from "#users";
import { KNOWN_MS, type KnownBrowserId } from "../model/known-browser.ts";
import { LoginGone } from "../model/login-gone.ts";
import { readableAgent } from "../model/readable-agent.ts";
import type { Revision } from "../model/revision.ts";
import { addressHash, hashOf, type Mac, newSecret } from "../model/secrets.ts";
import { SESSION_MS, type SessionId, type Visitor } from "../model/session.ts";
import { insertSession, type NewSession } from "../store/sessions.ts";
import type { OnSessionEnded } from "./end-session.ts";
import { writeSecurityMail } from "./write-security-mail.ts";

export type StartSessionDeps = WriteDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly mac: Mac;
  readonly onSessionEnded: OnSessionEnded;
};

type StartSession = {
  /** Of the browser's cookie so far. */
  readonly secret: string;
  /** Of the browser's attempt; undefined: none is needed. */
  readonly state: "proved" | "second_factor" | undefined;
  readonly user: Pick<User, "id" | "email" | "language">;
  /** From before the user's factors, address and block were looked at. */
  readonly revision: Revision;
  readonly methods: readonly string[];
  readonly visitor: Visitor;
};

/**
 * Logs the browser in and returns its new secret. The session that it had before ends. From now on the browser is
 * known as one of the user: what strangers do does not stop it. A user who has logged in before, and not with this
 * browser, is told by mail.
 * @throws {LoginGone} when its attempt is not there any more: another call was first; and when it was changed meanwhile
 * how the user logs in, or a block.
 */
export async function startSession(
  deps: StartSessionDeps,
  { secret, state, user, revision, methods, visitor }: StartSession,
): Promise<string> {
  const { db, clock, random, log, mac, onSessionEnded } = deps;
  const now = clock.now();
  const next = newSecret(random);
  const id = newId<SessionId>(random);
  const session: NewSession = {
    id,
    userId: user.id,
    revision,
    methods,
    visitor,
    state,
    browserHash: hashOf(secret),
    secretHash: hashOf(next),
    expiresAt: new Date(now.getTime() + SESSION_MS),
    eventId: random.uuid(),
    known: {
      id: newId<KnownBrowserId>(random),
      addressHash: addressHash(mac, user.email),
      expiresAt: new Date(now.getTime() + KNOWN_MS),
    },
  };
  const { outcome, ended } = await db.transaction(async (tx) => {
    const started = await insertSession(tx, now, session);
    if (started.isNew) await tellOwner(tx, deps, { user, visitor, at: now });
    return started;
  });
  if (outcome === "changed") log.info({ userId: user.id }, "login.user_refused");
  if (outcome !== "started") throw new LoginGone();
  log.info({ userId: user.id, sessionId: id, methods }, "login.session_started");
  if (ended !== undefined) await onSessionEnded(ended, "replaced");
  return next;
}

type Login = { readonly user: StartSession["user"]; readonly visitor: Visitor; readonly at: Date };

/** Where no mail can be sent, the page of sessions alone has it. */
async function tellOwner(tx: Tx, deps: WriteDeps, { user, visitor, at }: Login): Promise<void> {
  const { language = "en", email } = user;
  const agent = readableAgent(visitor.userAgent, readerOf(language));
  const content = newLoginMail({ language, agent, network: visitor.network, at, baseUrl: deps.baseUrl });
  const mail = writeSecurityMail(deps, { email, content, at });
  if (mail !== undefined) await appendServiceMail(tx, mail, at);
}
