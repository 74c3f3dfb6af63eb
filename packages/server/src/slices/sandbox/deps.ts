import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import type { ProcessorEvent } from "#ramp";

/** What everything here works with. */
export type SandboxDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Pick<Sealer, "mac">;
  /**
   * Told after each change that this process made; it must not throw. What other processes changed is found by
   * `listChanged`.
   */
  readonly onChanged: (event: ProcessorEvent) => void;
};

const REFERENCE_BYTES = 24;

/** 192 random bits behind a prefix that says of what. */
export function newReference(random: Pick<Random, "bytes">, prefix: "sbp" | "sbi"): string {
  return `${prefix}_${Buffer.from(random.bytes(REFERENCE_BYTES)).toString("base64url")}`;
}

/** How often a change is tried again that others were faster than. A payment changes a few times in its life. */
export const LOST_RACES_MAX = 50;

export type IsOn = {
  /** The sandbox takes the payments of this installation. It is known after the routes are made. */
  readonly isOn: () => boolean;
};
