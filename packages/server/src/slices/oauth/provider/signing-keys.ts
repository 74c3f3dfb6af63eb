import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { JWK, JWKS } from "oidc-provider";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { planReplacement, planRotation, type SigningKey } from "../model/key-rotation.ts";
import { findRetiredGeneration, insertSigningKey, listSigningKeys, retireSigningKeys } from "../store/signing-keys.ts";

export type KeyDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly random: Pick<Random, "bytes">;
  readonly sealer: Sealer;
};

const MODULUS_BITS = 2_048;
const KID_BYTES = 12;

/**
 * The keys of this installation, the one that signs first; the first call makes one, and the first after a restore
 * another one. Keys follow each other every 90 days: the next one is published a day before it signs. `isForced`: it
 * begins to follow now.
 */
export async function provideSigningKeys(deps: KeyDeps, { isForced = false } = {}): Promise<JWKS> {
  const { db, clock } = deps;
  const now = clock.now();
  const known = await listSigningKeys(db);
  // All were retired by a restore. Another process may have made the next one since: it does not count here.
  const lastGeneration = known.length === 0 ? await findRetiredGeneration(db) : 0;
  const { make, retire } = planRotation(known, now, { isForced, lastGeneration });
  if (make !== undefined) await insertSigningKey(db, { ...(await newKey(deps)), ...make }, now);
  if (retire.length > 0) await retireSigningKeys(db, retire, now);

  const keys = make === undefined ? known : await listSigningKeys(db);
  const { published } = planRotation(keys, now);
  return { keys: published.flatMap((kid) => keys.filter((key) => key.kid === kid)).map((key) => openKey(deps, key)) };
}

/**
 * Another key by the operator's wish. It follows the present one as by itself: published now, it signs a day later.
 * `atOnce`: the present ones became known, and it takes their place now. Running processes take it within a minute.
 */
export async function rotateSigningKey(deps: KeyDeps, { atOnce }: { readonly atOnce: boolean }): Promise<void> {
  if (!atOnce) return void (await provideSigningKeys(deps, { isForced: true }));
  const { db, clock } = deps;
  const now = clock.now();
  const { make, retire } = planReplacement(await listSigningKeys(db), now);
  if (make !== undefined) await insertSigningKey(db, { ...(await newKey(deps)), ...make }, now);
  await retireSigningKeys(db, retire, now); // afterwards, so that there is always one
}

/** RS256: the one algorithm that every client of OpenID Connect must know (OpenID Connect Core, section 15.1). */
async function newKey({ random, sealer }: KeyDeps): Promise<Pick<SigningKey, "kid" | "sealed">> {
  const kid = Buffer.from(random.bytes(KID_BYTES)).toString("base64url");
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  const jwk = { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
  return { kid, sealed: sealer.seal(Buffer.from(JSON.stringify(jwk)), aboutKey(kid)) };
}

function openKey({ sealer }: KeyDeps, { kid, sealed }: SigningKey): JWK {
  return JSON.parse(Buffer.from(sealer.open(sealed, aboutKey(kid))).toString()) as JWK;
}

const aboutKey = (kid: string) => `oauth signing key ${kid}`;
