import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { type App, AppNotFound } from "../model/app.ts";
import { LastSecret, SecretNotFound } from "../model/client-secret.ts";
import { lockApp } from "../store/apps.ts";
import { listValidSecrets, revokeSecrets } from "../store/secrets.ts";
import { tellEnded } from "./change-app.ts";

export type EndSecretDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Ends one of the two client secrets that are valid: requests with it are refused from now on.
 * @param name its id, or its last four characters where no other one has them.
 * @throws {AppNotFound} {SecretNotFound} {LastSecret}
 */
export async function endSecret(
  deps: EndSecretDeps,
  { id }: Pick<App, "id">,
  { name }: { readonly name: string },
): Promise<void> {
  const { hash } = await deps.db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) throw new AppNotFound();
    const valid = await listValidSecrets(tx, id);
    const [found, ...more] = valid.filter((secret) => secret.id === name || secret.lastFour === name);
    if (found === undefined || more.length > 0) throw new SecretNotFound();
    if (valid.length === 1) throw new LastSecret();
    await revokeSecrets(tx, { id, hashes: [Buffer.from(found.hash).toString("hex")], now: deps.clock.now() });
    return found;
  });
  await tellEnded(deps, id, [hash]);
}
