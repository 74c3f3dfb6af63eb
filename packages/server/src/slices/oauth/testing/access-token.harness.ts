import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { newClientId } from "../model/app.ts";
import { sha256 } from "../model/sha256.ts";
import { saveArtifacts } from "../store/batched.ts";
import { random } from "./oauth.harness.ts";

const HOUR_MS = 3_600_000;

/** A token as a login would give it, of an application that asks for nothing else. */
export async function givenAccessToken(
  { batch }: Pick<DatabaseUnderTest, "batch">,
  userId: string,
  scopes: readonly string[],
): Promise<string> {
  const token = newClientId(random);
  await batch(saveArtifacts, {
    model: "AccessToken",
    idHash: sha256(token),
    payload: { scope: scopes.join(" ") },
    grantId: undefined,
    uid: undefined,
    userId,
    clientId: newClientId(random),
    expiresAt: new Date(machineClock.now().getTime() + HOUR_MS),
  });
  return token;
}
