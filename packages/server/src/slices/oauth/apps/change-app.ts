import { type Idempotency, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import {
  type App,
  AppNotFound,
  hashOfClientSecret,
  newClientSecret,
  SECRETS_MAX,
  type SecretHash,
} from "../model/app.ts";
import { newSecretOf, TooManySecrets } from "../model/client-secret.ts";
import { redirectUris } from "../model/redirect-uri.ts";
import { lockApp, revokeAppRow, updateApp } from "../store/apps.ts";
import { deleteOfClient } from "../store/artifacts.ts";
import { deleteConsentsOfApp } from "../store/consents.ts";
import { addSecret, insertSecret, revokeOldSecrets, revokeSecrets, type SecretRotated } from "../store/secrets.ts";
import { type AppDeps, appName, type Keyed, logoUrl, type NewApp } from "./create-app.ts";

export type AppChanges = Partial<Pick<NewApp, "name" | "redirectUris" | "logoUrl">>;

/**
 * Changes what is shown of an application, or where it gets its answers. A logo of `""` is none.
 * @throws {AppNotFound} {InvalidInput}
 */
export async function changeApp({ db }: Pick<AppDeps, "db">, app: App, changes: AppChanges): Promise<App> {
  const changed: App = {
    ...app,
    name: changes.name === undefined ? app.name : appName(changes.name),
    logoUrl: changes.logoUrl === undefined ? app.logoUrl : logoUrl(changes.logoUrl),
    redirectUris: changes.redirectUris === undefined ? app.redirectUris : redirectUris(changes.redirectUris),
  };
  await db.transaction(async (tx) => {
    if ((await lockApp(tx, app.id)) === undefined) throw new AppNotFound();
    await updateApp(tx, changed);
  });
  return changed;
}

type Telling = { readonly journal: Pick<Journal, "appendIfPossible"> };

/**
 * Makes another secret. The one before stays valid beside it until it is ended.
 * @throws {AppNotFound}
 * @throws {TooManySecrets} when two are valid: none of them ends by itself, since both may be in use.
 */
export async function rotateSecret(
  deps: AppDeps & Telling,
  { id }: Pick<App, "id">,
): Promise<{ readonly clientSecret: string }> {
  const { clientSecret } = await writeSecret(deps, id, undefined);
  return { clientSecret };
}

/**
 * The same for a caller. `clientSecret`: undefined when the idempotency key has made it before: it was shown once.
 * @throws {AppNotFound} {TooManySecrets} {IdempotencyMismatch}
 */
export async function makeSecret(
  deps: AppDeps & Telling,
  { id }: Pick<App, "id">,
  { caller, idempotencyKey }: Keyed,
): Promise<{ readonly clientSecret: string | undefined; readonly replayed: boolean }> {
  const idempotency = idempotencyOf(caller.actor, "apps/secrets", idempotencyKey, { id });
  const { clientSecret, outcome } = await writeSecret(deps, id, idempotency);
  if (outcome === "mismatch") throw new IdempotencyMismatch();
  const replayed = outcome === "replay";
  return { clientSecret: replayed ? undefined : clientSecret, replayed };
}

/** `outcome` says what became of it; the secret is of no use unless it is `rotated`. */
async function writeSecret(
  { db, clock, random, journal }: AppDeps & Telling,
  id: App["id"],
  idempotency: Idempotency | undefined,
): Promise<SecretRotated & { readonly clientSecret: string }> {
  const clientSecret = newClientSecret(random);
  const secret = newSecretOf(clientSecret);
  const request = { now: clock.now(), idempotency };
  const { outcome } = await addSecret(db, { id, secret, max: SECRETS_MAX }, request);
  if (outcome === "not_found") throw new AppNotFound();
  if (outcome === "too_many") throw new TooManySecrets();
  if (outcome === "rotated") await journal.appendIfPossible({ what: "secret.rotate", id, hashes: [secret.hash] });
  return { clientSecret, outcome };
}

/** Ends all secrets but the newest. Returns how many. @throws {AppNotFound} */
export async function endOldSecrets(deps: Omit<AppDeps, "random"> & Telling, { id }: Pick<App, "id">): Promise<number> {
  const ended = await deps.db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) throw new AppNotFound();
    return await revokeOldSecrets(tx, { id, kept: 1, now: deps.clock.now() });
  });
  await tellEnded(deps, id, ended);
  return ended.length;
}

/** After the change, which may be refused, and before the answer. */
export async function tellEnded({ journal }: Telling, id: App["id"], hashes: readonly SecretHash[]): Promise<void> {
  if (hashes.length > 0) await journal.appendIfPossible({ what: "secret.end", id, hashes });
}

type RevokeDeps = { readonly db: Db } & Pick<AppDeps, "clock">;

/**
 * Ends an application: no user logs in through it any more, and what it was given is worth nothing. @throws
 * {AppNotFound}
 */
export async function revokeApp(deps: RevokeDeps & Telling, { id }: Pick<App, "id">): Promise<void> {
  if (!(await revokeAppAgain(deps, id))) throw new AppNotFound();
  await deps.journal.appendIfPossible({ what: "app.revoke", id });
}

/** Ends an application as the journal tells. False when it is not valid by then. */
export async function revokeAppAgain({ db, clock }: RevokeDeps, id: App["id"]): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const clientId = await lockApp(tx, id);
    if (clientId === undefined) return false;
    await revokeAppRow(tx, id, clock.now());
    await deleteOfClient(tx, clientId);
    await deleteConsentsOfApp(tx, clientId);
    return true;
  });
}

/**
 * Ends secrets of an application that the journal says had ended. Where none would be left the application gets one
 * that nobody has: `rotateSecret` makes the next one. `none`: they are not valid by then.
 */
export async function endSecretsAgain(
  { db, clock, random }: AppDeps,
  { id, hashes }: { readonly id: App["id"]; readonly hashes: readonly string[] },
): Promise<"ended" | "none_left" | "none"> {
  const now = clock.now();
  return await db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) return "none";
    const { ended, left } = await revokeSecrets(tx, { id, hashes, now });
    if (ended === 0) return "none";
    if (left > 0) return "ended";
    await insertSecret(tx, id, hashOfClientSecret(newClientSecret(random)), now);
    return "none_left";
  });
}
