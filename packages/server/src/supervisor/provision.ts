import { join } from "node:path";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { sats } from "#kernel/money.ts";
import { findBalance, listHistory } from "#ledger";
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
import { type Charge, type CreateChargeDeps, createCharge } from "#receiving";

/** What a developer needs for the first call: `<data>/development.json`. The only place that keeps a key in plain text. */
export type Development = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly walletId: string;
  readonly merchant: { readonly lnAddress: string };
};

export type ProvisionDeps = CreateChargeDeps & {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
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
const CHARGE_SECONDS = 7 * 24 * 3_600;
/** A payment over two channels takes under a second; a slow machine gets more. */
const ARRIVAL_MS = 30_000;
const LOOK_EVERY_MS = 50;

/**
 * Makes the project "demo" with a key, and has the merchant pay 1,000,000 sat into its wallet over Lightning. Every step
 * looks first whether it was done, so a start that was killed in the middle goes on where it was. What a developer has
 * spent since is not filled up again.
 */
export async function provision(
  deps: ProvisionDeps,
  around: Surroundings,
  say: (detail: string) => void,
): Promise<Development> {
  const { baseUrl, dataDir, merchantAddress } = around;
  say("project and key");
  const project = (await findProject(deps.db, PROJECT)) ?? (await createProject(deps, { name: PROJECT }));
  const { apiKey, caller } = await provideKey(deps, dataDir, project);
  const development: Development = {
    baseUrl,
    apiKey,
    projectId: project.id,
    walletId: project.walletId,
    merchant: { lnAddress: merchantAddress },
  };
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(development, null, 2)}\n`);
  await fund(deps, around, caller, say);
  return development;
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
 * @throws {OperatorError} when the key in the file was revoked and the project has two others.
 */
export async function provideKey(
  deps: Pick<ProvisionDeps, "db" | "clock" | "random" | "scheduler">,
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
    `the key in ${file} was revoked, and two others of the project "${PROJECT}" are valid: there is no room for a new one`,
    `\`npm run leyden -- key list ${PROJECT}\` shows them; end one with \`npm run leyden -- key revoke <id>\`, then start again.`,
    { cause },
  );
}

async function fund(
  deps: ProvisionDeps,
  { merchantPays }: Surroundings,
  caller: Caller,
  say: (detail: string) => void,
): Promise<void> {
  const { entries } = await listHistory(deps.db, caller.wallet.account, { limit: 1 });
  if (entries.length > 0) return;
  say("the merchant pays 1,000,000 sat");
  const charge = await firstCharge(deps, caller);
  await merchantPays(charge.invoice);

  const until = deps.clock.monotonicMs() + ARRIVAL_MS;
  while ((await findBalance(deps.db, caller.wallet.account)) < FUNDS) {
    if (deps.clock.monotonicMs() > until)
      throw new OperatorError(
        "the first payment of the test network did not arrive",
        "Start again: it goes on where it was.",
      );
    await deps.clock.sleep(LOOK_EVERY_MS);
  }
}

/** The same charge at every try, so that it is paid once; another one only when nobody paid the last in a week. */
async function firstCharge(deps: ProvisionDeps, caller: Caller): Promise<Charge> {
  for (let number = 1; ; number++) {
    const { charge } = await createCharge(deps, {
      caller,
      amount: FUNDS,
      description: "First money of the demo project",
      expirySeconds: CHARGE_SECONDS,
      internalId: undefined,
      callbackUrl: undefined,
      idempotencyKey: `first-money-${number}`,
    });
    if (charge.state.kind !== "expired") return charge;
  }
}
