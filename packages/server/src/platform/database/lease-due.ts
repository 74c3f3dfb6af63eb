import { type Part, part } from "./db.ts";

export type Lease = {
  readonly now: Date;
  /** No other process takes the rows until then. */
  readonly leaseUntil: Date;
  readonly limit: number;
};

/** Where rows say that they are due; `unless`: which ones are left out nevertheless. */
export type DueColumns = { readonly key?: Part; readonly dueAt?: Part; readonly unless?: Part };

const DUE_AT = part`due_at`;
const NEVER = part`false`;

/**
 * Takes the rows of a table that are due, those that have waited longest first. `returning` may follow: a row is called
 * `leased`. Rows that another process is taking or writing are left out.
 */
export function leaseDue(
  table: Part,
  { now, leaseUntil, limit }: Lease,
  { key = part`id`, dueAt = DUE_AT, unless = NEVER }: DueColumns = {},
): Part {
  return part`
    update ${table} leased
       set ${dueAt} = ${leaseUntil}
      from (select ${key}
              from ${table}
             where ${dueAt} <= ${now}
               and not (${unless})
             order by ${dueAt}
             limit ${limit}
               for update skip locked) due
     where leased.${key} = due.${key}`;
}

/** Whether `leaseDue` would find one, or somebody else has just taken it. */
export function isDueIn(
  table: Part,
  now: Date,
  { dueAt = DUE_AT, unless = NEVER }: Pick<DueColumns, "dueAt" | "unless"> = {},
): Part {
  return part`exists (select from ${table} where ${dueAt} <= ${now} and not (${unless}))`;
}
