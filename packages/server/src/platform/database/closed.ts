import pg from "pg";
import { Restoring } from "#kernel/errors.ts";

/** SQLSTATEs of ours. LY001: nothing that moves value is written for now. LY002: this one thing waits. */
const CLOSED = "LY001";
const WAITS = "LY002";

/** The error that a caller gets for one of the database. */
export function asRestoring(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === CLOSED) return new Restoring("all", error);
  return error.code === WAITS ? new Restoring("one", error) : error;
}

/** Every item of a batch would be refused. */
export function refusesAll(error: unknown): boolean {
  return error instanceof Restoring && (error.cause as pg.DatabaseError | undefined)?.code === CLOSED;
}
