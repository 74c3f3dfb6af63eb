import pg from "pg";

/**
 * SQLSTATEs after which nothing was done and the same statement may succeed later (PostgreSQL manual, appendix A): a
 * rollback for another one's sake, no room or connection, a lock or a time limit, a server that starts or ends, one
 * that is read-only for a while, a disk that fails.
 */
const LATER = /^(40|53|55P03|57014|57P0[1-3]|25006|58)/;
/** Whether the statement was carried out is unknown. */
export const STATEMENT_UNKNOWN = "40003";

/** True when the database said that it did nothing and cannot for now. */
export function passesByItself(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== STATEMENT_UNKNOWN && LATER.test(error.code ?? "");
}
