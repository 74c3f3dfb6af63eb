import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { createUser, setLevels, type User } from "../../packages/server/src/slices/users/index.ts";
import type { Environment } from "./environment.ts";

const NONE = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };

/**
 * New users without money and without limits.
 * @param name the gamertags of one call begin with it.
 */
export async function createUsers(
  { url, role }: Environment,
  count: number,
  name = "bench-user",
): Promise<readonly User[]> {
  const db = connect({ url, role, max: 8, name: "bench users" });
  const deps = { batch: microBatch({ db, clock: machineClock }), random: machineRandom() };
  try {
    await setLevels({ db }, { unverified: NONE, email_verified: NONE, identity_verified: NONE });
    const gamertags = Array.from({ length: count }, (_, i) => `${name}-${i}`);
    return await Promise.all(
      gamertags.map((gamertag) => createUser(deps, { gamertag, email: `${gamertag}@bench.example` })),
    );
  } finally {
    await db.close();
  }
}
