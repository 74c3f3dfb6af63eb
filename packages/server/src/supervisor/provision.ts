import { join } from "node:path";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Journal } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { rememberNode } from "#lightning";
import { addMember, listMembers } from "#members";
import type { Db } from "#platform/database/db.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import { OperatorError } from "#platform/operator-error.ts";
import {
  authenticate,
  createKey,
  createKeyCache,
  createProject,
  findProject,
  listKeys,
  type Project,
  revokeKey,
} from "#projects";
import type { Demo } from "#service/demo.ts";
import type { User } from "#users";
import { publicStaticChargeOf } from "#wallets";
import { type FirstMoneyDeps, hasNoMoneyYet, payFirstMoney } from "./first-money.ts";
import { type DevelopmentApp, provideApp } from "./provide-app.ts";
import { fundUsers, type ProvideUsersDeps, provideUsers } from "./provide-users.ts";

/**
 * What a developer needs for the first call: `<data>/development.json`. The only place that keeps a key in plain text.
 */
export type Development = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly walletId: string;
  readonly merchant: { readonly lnAddress: string };
  readonly users: readonly {
    readonly id: string;
    readonly email: string;
    readonly gamertag: string;
    readonly lnAddress: string;
    /** LNURL of the wallet, which stays when the gamertag changes. */
    readonly publicStaticCharge: string;
  }[];
  readonly oauth: DevelopmentApp;
};

export type ProvisionDeps = FirstMoneyDeps &
  ProvideUsersDeps & {
    readonly db: Db;
    readonly clock: Clock;
    readonly random: Random;
    readonly scheduler: Scheduler;
    readonly journal: Journal;
  };

export type Surroundings = {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly merchantAddress: string;
  /** Has the merchant pay an invoice; resolves when he has, may still, or knows that he did before. */
  readonly merchantPays: (invoice: string) => Promise<void>;
};

const PROJECT = "demo";
const FUNDS = sats(1_000_000n);

/**
 * Makes the project "demo" with a key and an application, and the users alice and bob, and has the merchant pay into
 * their wallets over Lightning: 1,000,000 sat and 100,000 sat each. Every step looks first whether it was done, so a
 * start that was killed in the middle goes on where it was. What a developer has spent since is not filled up again.
 */
export async function provision(
  deps: ProvisionDeps,
  around: Surroundings,
  say: (detail: string) => void,
): Promise<Development> {
  const { baseUrl, dataDir, merchantAddress, merchantPays } = around;
  if ((await rememberNode(deps.db)())?.network !== "regtest")
    throw new Error("a project with a key in a file is for the test network alone");
  say("project, key, application and users");
  const project = (await findProject(deps.db, PROJECT)) ?? (await createProject(deps, { name: PROJECT }));
  const { apiKey, caller } = await provideKey(deps, dataDir, project);
  const oauth = await provideApp(deps, { project, baseUrl, known: readDevelopment(dataDir)?.oauth });
  const users = await provideUsers(deps);
  await provideOwner(deps, project, users);
  const { host } = new URL(baseUrl);
  const development: Development = {
    baseUrl,
    apiKey,
    projectId: project.id,
    walletId: project.walletId,
    merchant: { lnAddress: merchantAddress },
    users: users.map(({ id, email, gamertag, walletId }) => ({
      id,
      email,
      gamertag,
      lnAddress: `${gamertag}@${host}`,
      publicStaticCharge: publicStaticChargeOf(walletId, baseUrl),
    })),
    oauth,
  };
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(development, null, 2)}\n`);
  if (await hasNoMoneyYet(deps, caller)) {
    say("the merchant pays 1,000,000 sat");
    const description = "First money of the demo project";
    await payFirstMoney(deps, merchantPays, { caller, amount: FUNDS, description, key: "first-money" });
  }
  await fundUsers(deps, merchantPays, users, say);
  return development;
}

/** The first user owns the project on the dashboard, until it has another member. */
async function provideOwner(deps: ProvisionDeps, { id }: Project, [owner]: readonly User[]): Promise<void> {
  if (owner === undefined || (await listMembers(deps.db, id)).length > 0) return;
  await addMember(deps, { projectId: id, userId: owner.id, role: "owner" });
}

/** What the service shows of the test network and of the demo project; undefined where there is no test network. */
export function demoOf(
  network: Pick<Demo, "merchantHost" | "merchantAddress"> | undefined,
  dataDir: string,
): Demo | undefined {
  if (network === undefined) return undefined;
  const { merchantHost, merchantAddress } = network;
  return {
    merchantHost,
    merchantAddress,
    app: () => readDevelopment(dataDir)?.oauth,
    key: () => readDevelopment(dataDir)?.apiKey,
    users: () => readDevelopment(dataDir)?.users ?? [],
  };
}

export function readDevelopment(dataDir: string): Development | undefined {
  const text = readFileIfAny(fileIn(dataDir));
  return text === undefined ? undefined : (JSON.parse(text) as Development);
}

const fileIn = (dataDir: string) => join(dataDir, "development.json");

/**
 * The key in the file while it is valid, else a new one. Without the file nobody can know a key that was never used: a
 * start that was killed has made it, and it makes room.
 *
 * @throws {OperatorError} when the key in the file was revoked and the project has as many others as it may.
 */
export async function provideKey(
  deps: Pick<ProvisionDeps, "db" | "clock" | "random" | "scheduler" | "journal">,
  dataDir: string,
  project: Project,
): Promise<{ apiKey: string; caller: Caller }> {
  const keyCache = createKeyCache(deps.clock);
  const known = readDevelopment(dataDir)?.apiKey;
  const caller = known && (await authenticate({ ...deps, keyCache }, known));
  if (known && caller && caller.wallet.id === project.walletId) return { apiKey: known, caller };

  const keys = known === undefined ? await listKeys(deps.db, project.id) : [];
  const lost = keys.filter(({ revokedAt, lastUsedAt }) => !revokedAt && !lastUsedAt);
  for (const key of lost) await revokeKey({ ...deps, keyCache }, { keyId: key.id });
  const { secret } = await createKey(deps, { projectId: project.id }).catch((error: Error) => {
    throw error instanceof AppError && error.code === "too_many_keys" ? noRoom(fileIn(dataDir), error) : error;
  });
  const made = await authenticate({ ...deps, keyCache }, secret);
  if (made === undefined) throw new Error("the key that was just made is not valid");
  return { apiKey: secret, caller: made };
}

function noRoom(file: string, cause: Error): OperatorError {
  return new OperatorError(
    `the key in ${file} was revoked, and the project "${PROJECT}" has as many valid keys as it may: there is no room for a new one`,
    `\`npm run leyden -- key list ${PROJECT}\` shows them; end one with \`npm run leyden -- key revoke <id>\`, then start again.`,
    { cause },
  );
}
