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
import { redirectUris } from "../model/redirect-uri.ts";
import { insertSecret, lockApp, revokeAppRow, revokeOldSecrets, revokeSecrets, updateApp } from "../store/apps.ts";
import { deleteOfClient } from "../store/artifacts.ts";
import { deleteConsentsOfApp } from "../store/consents.ts";
import { type AppDeps, appName, logoUrl, type NewApp } from "./create-app.ts";

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
 * Makes another secret. The one before stays valid beside it, until the next rotation or `endOldSecrets`.
 * @throws {AppNotFound}
 */
export async function rotateSecret(
  deps: AppDeps & Telling,
  { id }: Pick<App, "id">,
): Promise<{ readonly clientSecret: string; readonly ended: number }> {
  const { db, clock, random, journal } = deps;
  const clientSecret = newClientSecret(random);
  const secretHash = hashOfClientSecret(clientSecret);
  const now = clock.now();
  const ended = await db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) throw new AppNotFound();
    const ended = await revokeOldSecrets(tx, { id, kept: SECRETS_MAX - 1, now });
    await insertSecret(tx, id, secretHash, now);
    return ended;
  });
  await tellEnded(deps, id, ended);
  await journal.appendIfPossible({ what: "secret.rotate", id, hashes: [secretHash] });
  return { clientSecret, ended: ended.length };
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
async function tellEnded({ journal }: Telling, id: App["id"], hashes: readonly SecretHash[]): Promise<void> {
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
