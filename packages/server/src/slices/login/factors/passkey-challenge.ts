import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { challengeOf } from "#protocol/passkey.ts";
import { hashOf } from "../model/secrets.ts";
import { type ChallengeUse, putPasskeyChallenge, takePasskeyChallenge } from "../store/passkeys.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

const CHALLENGE_BYTES = 32;
/** As long as browsers wait for the user. */
const CHALLENGE_MS = 300_000;

/**
 * Makes what a passkey is to sign. `browser`: 32 bytes that name the browser's attempt or session; only that browser
 * can answer.
 */
export async function newChallenge(
  { db, clock, random }: Deps,
  {
    browser,
    use,
    userId,
  }: { readonly browser: Uint8Array; readonly use: ChallengeUse; readonly userId: UserId | undefined },
): Promise<Uint8Array> {
  const challenge = random.bytes(CHALLENGE_BYTES);
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await putPasskeyChallenge(db, { browser, use, hash: hashOf(challenge), userId, expiresAt });
  return challenge;
}

/** The challenge that an answer is to, used up; undefined when this browser was given none such lately. */
export async function takeChallenge(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { browser, use, answer }: { readonly browser: Uint8Array; readonly use: ChallengeUse; readonly answer: unknown },
): Promise<{ readonly challenge: Uint8Array; readonly userId: UserId | undefined } | undefined> {
  const challenge = await challengeOf(answer);
  if (challenge === undefined) return undefined;
  const taken = await takePasskeyChallenge(db, { browser, use, hash: hashOf(challenge), now: clock.now() });
  return taken && { challenge, userId: taken.userId };
}
