import type { Config } from "#config.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { OutboundOptions } from "#platform/outbound/outbound.ts";
import type { Running } from "#supervisor/run-file.ts";
import type { Fact } from "./finding.ts";
import type { OpenedDatabase } from "./open-database.ts";

/** What the facts are gathered from. */
export type Around = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly running: Running | undefined;
  readonly database: OpenedDatabase;
  /** Undefined: where it is cannot be known, because no service runs or it is starting. */
  readonly node: LightningNode | undefined;
  /** How the outside is reached, other than by name servers and the usual authorities; for tests. */
  readonly outbound?: Pick<OutboundOptions, "lookup" | "ca" | "machineAddresses">;
};

/** Asks the database, unless it did not answer the first question. */
export type FromDb = <T>(question: (db: Db) => Promise<T>) => Promise<Fact<T>>;
