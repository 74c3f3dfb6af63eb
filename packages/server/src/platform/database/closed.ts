import pg from "pg";
import { AppError } from "#kernel/errors.ts";

/** SQLSTATEs of ours. LY001: nothing that moves value is written for now. LY002: this one thing waits. */
const CLOSED = "LY001";
const HELD = "LY002";

const RETRY_AFTER_SECONDS = 30;

/**
 * Nothing was done: the service compares its books after a start, or finds out what a restored database does not know.
 * Of what waits alone the message says so.
 */
export class Restoring extends AppError {
  constructor(of: "all" | "one", cause?: unknown) {
    const message =
      of === "all"
        ? "The service is checking its books after a start or a restore; nothing was done."
        : "The database was restored, and the operator checks whether this was done before; nothing was done.";
    super("restoring", message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
  }
}

/** The error that a caller gets for one of the database. */
export function asRestoring(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === CLOSED) return new Restoring("all", error);
  return error.code === HELD ? new Restoring("one", error) : error;
}

/** Every item of a batch would be refused. */
export function refusesAll(error: unknown): boolean {
  return error instanceof Restoring && (error.cause as pg.DatabaseError | undefined)?.code === CLOSED;
}
