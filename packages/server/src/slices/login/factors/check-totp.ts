import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { stepOfTotp } from "#protocol/totp.ts";
import type { Checked } from "../model/outcome.ts";
import { giveBackTries, takeTries } from "../store/factor-tries.ts";
import { consumeStep, findTotpSecret } from "../store/totp.ts";
import { aboutTotp } from "./link-totp.ts";
import { triesOfUser } from "./tries-of-user.ts";

/**
 * Takes a code of the user's authenticator app, each once. Wrong tries are counted over all processes: for the browser
 * if it was logged in before as the user, else for all others together.
 */
export async function checkTotp(
  { db, clock, sealer }: { readonly db: Db; readonly clock: Clock; readonly sealer: Sealer },
  { userId, code, browser }: { readonly userId: UserId; readonly code: string; readonly browser: Uint8Array },
): Promise<Checked> {
  const now = clock.now();
  const limits = await triesOfUser(db, now, { factor: "totp", userId, browser });
  const until = await takeTries(db, now, limits);
  if (until !== undefined) return { kind: "too_many_tries", until };

  const sealed = await findTotpSecret(db, userId);
  if (sealed === undefined) return { kind: "wrong" };
  const step = stepOfTotp(sealer.open(sealed, aboutTotp(userId)), code, now);
  if (step === undefined || !(await consumeStep(db, userId, step))) return { kind: "wrong" };
  await giveBackTries(db, limits);
  return { kind: "passed", userId };
}
