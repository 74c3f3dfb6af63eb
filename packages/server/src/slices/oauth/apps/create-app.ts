import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { plainLine } from "#kernel/plain-line.ts";
import type { Db } from "#platform/database/db.ts";
import {
  type App,
  type AppId,
  hashOfClientSecret,
  NAME_CHARACTERS_MAX,
  newClientId,
  newClientSecret,
  TooManyApps,
} from "../model/app.ts";
import { redirectUris } from "../model/redirect-uri.ts";
import { countAppsLocked, insertApp, insertSecret } from "../store/apps.ts";

export type AppDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

export type NewApp = {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly logoUrl?: string | undefined;
  /** The most valid ones of the project; undefined: there is no limit. */
  readonly max?: number | undefined;
};

/**
 * Registers an application of a project. Its secret is in the answer and nowhere else: only its hash is stored.
 * @throws {InvalidInput} when name, logo or a redirect URL is not what it must be.
 * @throws {TooManyApps}
 */
export async function createApp(
  { db, clock, random }: AppDeps,
  input: NewApp,
): Promise<{ readonly app: App; readonly clientSecret: string }> {
  const clientSecret = newClientSecret(random);
  const app: App = {
    id: newId<AppId>(random),
    clientId: newClientId(random),
    projectId: input.projectId,
    name: appName(input.name),
    logoUrl: logoUrl(input.logoUrl),
    redirectUris: redirectUris(input.redirectUris),
    createdAt: clock.now(),
    revokedAt: undefined,
  };
  await db.transaction(async (tx) => {
    const { max } = input;
    if (max !== undefined && (await countAppsLocked(tx, app.projectId)) >= max) throw new TooManyApps();
    await insertApp(tx, app);
    await insertSecret(tx, app.id, hashOfClientSecret(clientSecret), app.createdAt);
  });
  return { app, clientSecret };
}

/** @throws {InvalidInput} when the name is empty, too long, or would be shown otherwise than it is written. */
export function appName(text: string): string {
  const name = text.trim();
  if (name === "" || [...name].length > NAME_CHARACTERS_MAX)
    throw new InvalidInput("name", `must have 1 to ${NAME_CHARACTERS_MAX} characters`);
  if (plainLine(name, NAME_CHARACTERS_MAX) !== name) throw new InvalidInput("name", "must be one line of plain text");
  return name;
}

/** @throws {InvalidInput} when it is no `https:` address. */
export function logoUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || text.length > 500)
    throw new InvalidInput("logoUrl", "must be an https:// address of at most 500 characters");
  return url.href;
}
