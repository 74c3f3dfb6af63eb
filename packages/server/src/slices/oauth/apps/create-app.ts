import { type Idempotency, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Caller, projectOf } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { newId, type ProjectId } from "#kernel/ids.ts";
import { plainLine } from "#kernel/plain-line.ts";
import type { Db } from "#platform/database/db.ts";
import {
  type App,
  type AppId,
  AppNotFound,
  NAME_CHARACTERS_MAX,
  newClientId,
  newClientSecret,
  TooManyApps,
} from "../model/app.ts";
import { newSecretOf } from "../model/client-secret.ts";
import { redirectUris } from "../model/redirect-uri.ts";
import { type AppCreated, findApp, insertApp } from "../store/apps.ts";

export type AppDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

export type NewApp = {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly logoUrl?: string | undefined;
  /** The most valid ones of the project; undefined: there is no limit. */
  readonly max?: number | undefined;
};

/** Who asks, and the key with which a call is sent again. */
export type Keyed = { readonly caller: Caller; readonly idempotencyKey?: string | undefined };

/** An application that was just made. */
export type MadeApp = {
  readonly app: App;
  /** Shown this once: the same call with the same idempotency key finds the application without it. */
  readonly clientSecret: string | undefined;
  readonly replayed: boolean;
};

/**
 * Registers an application of a project. Its secret is in the answer and nowhere else: only its hash is stored.
 * @throws {InvalidInput} when name, logo or a redirect URL is not what it must be.
 * @throws {TooManyApps}
 */
export async function createApp(
  deps: AppDeps,
  input: NewApp,
): Promise<{ readonly app: App; readonly clientSecret: string }> {
  const { app, clientSecret } = await writeApp(deps, checkedApp(input), undefined);
  return { app, clientSecret };
}

/** The same for a caller's project. @throws as `createApp`, and {IdempotencyMismatch}. */
export async function registerApp(
  deps: AppDeps,
  { caller, idempotencyKey, ...asked }: Omit<NewApp, "projectId"> & Keyed,
): Promise<MadeApp> {
  const input = checkedApp({ ...asked, projectId: projectOf(caller) });
  const { name, redirectUris, logoUrl } = input;
  const idempotency = idempotencyOf(caller.actor, "apps", idempotencyKey, { name, redirectUris, logoUrl });
  const { app, clientSecret, made } = await writeApp(deps, input, idempotency);
  if (made.outcome === "mismatch") throw new IdempotencyMismatch();
  if (made.outcome === "created") return { app, clientSecret, replayed: false };
  const before = await findApp(deps.db, made.app);
  if (before === undefined) throw new AppNotFound();
  return { app: before, clientSecret: undefined, replayed: true };
}

/** `made` says what became of it; application and secret are of no use unless it is `created`. */
async function writeApp(
  { db, clock, random }: AppDeps,
  { max, ...described }: NewApp,
  idempotency: Idempotency | undefined,
): Promise<{ readonly app: App; readonly clientSecret: string; readonly made: AppCreated }> {
  const clientSecret = newClientSecret(random);
  const app: App = {
    id: newId<AppId>(random),
    clientId: newClientId(random),
    ...described,
    logoUrl: described.logoUrl,
    createdAt: clock.now(),
    revokedAt: undefined,
  };
  const made = await insertApp(db, app, { secret: newSecretOf(clientSecret), max, idempotency });
  if (made.outcome === "too_many") throw new TooManyApps();
  return { app, clientSecret, made };
}

function checkedApp(input: NewApp): NewApp {
  return {
    ...input,
    name: appName(input.name),
    logoUrl: logoUrl(input.logoUrl),
    redirectUris: redirectUris(input.redirectUris),
  };
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
