import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { createPasswordHasher } from "../../packages/server/src/platform/secrets/password-hasher.ts";
import { createSealer } from "../../packages/server/src/platform/secrets/seal.ts";
import { checkPassword } from "../../packages/server/src/slices/login/factors/check-password.ts";

/** More than the hasher works on at once, so that it never rests, and fewer than it lets wait. */
const IN_FLIGHT = 16;

/** A flood of logins in the same process: passwords for addresses without an account, each from another network. */
export type PasswordChecks = {
  /** Returns when the first is checked. */
  start(): Promise<void>;
  /** Returns how many were checked since the start. */
  stop(): Promise<number>;
};

export function passwordChecks(db: Database): PasswordChecks {
  const clock = machineClock;
  const sealer = createSealer({ random: machineRandom(clock), key: new Uint8Array(32).fill(7) });
  const deps = { db, clock, sealer, passwords: createPasswordHasher() };
  let checked = 0;
  let isOn = false;
  let checking: Promise<unknown> = Promise.resolve();

  const checkOneAfterAnother = async () => {
    while (isOn) {
      const email = `${randomUUID()}@bench.example`;
      const shown = { email, password: "fish and chips", network: randomUUID(), browser: randomBytes(32) };
      const { kind } = await checkPassword(deps, shown);
      if (kind !== "wrong") throw new Error(`a password of an unknown address was ${kind}`);
      checked += 1;
    }
  };
  return {
    async start() {
      checked = 0;
      isOn = true;
      checking = Promise.all(Array.from({ length: IN_FLIGHT }, checkOneAfterAnother));
      while (checked === 0) await Promise.race([sleep(1), checking]);
    },
    async stop() {
      isOn = false;
      const done = checked;
      await checking;
      return done;
    },
  };
}
