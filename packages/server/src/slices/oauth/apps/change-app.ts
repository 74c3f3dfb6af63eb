import type { Db } from "#platform/database/db.ts";
import { type App, AppNotFound, hashOfClientSecret, newClientSecret, SECRETS_MAX } from "../model/app.ts";
import { redirectUris } from "../model/redirect-uri.ts";
import { insertSecret, lockApp, revokeAppRow, revokeOldSecrets, updateApp } from "../store/apps.ts";
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

/**
 * Makes another secret. The one before stays valid beside it, until the next rotation or `endOldSecrets`.
 * @throws {AppNotFound}
 */
export async function rotateSecret(
  { db, clock, random }: AppDeps,
  { id }: Pick<App, "id">,
): Promise<{ readonly clientSecret: string; readonly ended: number }> {
  const clientSecret = newClientSecret(random);
  const now = clock.now();
  const ended = await db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) throw new AppNotFound();
    const ended = await revokeOldSecrets(tx, { id, kept: SECRETS_MAX - 1, now });
    await insertSecret(tx, id, hashOfClientSecret(clientSecret), now);
    return ended;
  });
  return { clientSecret, ended };
}

/** Ends all secrets but the newest. Returns how many. @throws {AppNotFound} */
export async function endOldSecrets({ db, clock }: Omit<AppDeps, "random">, { id }: Pick<App, "id">): Promise<number> {
  return await db.transaction(async (tx) => {
    if ((await lockApp(tx, id)) === undefined) throw new AppNotFound();
    return await revokeOldSecrets(tx, { id, kept: 1, now: clock.now() });
  });
}

/**
 * Ends an application: no user logs in through it any more, and what it was given is worth nothing. @throws
 * {AppNotFound}
 */
export async function revokeApp(
  { db, clock }: { readonly db: Db } & Pick<AppDeps, "clock">,
  { id }: Pick<App, "id">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const clientId = await lockApp(tx, id);
    if (clientId === undefined) throw new AppNotFound();
    await revokeAppRow(tx, id, clock.now());
    await deleteOfClient(tx, clientId);
    await deleteConsentsOfApp(tx, clientId);
  });
}
