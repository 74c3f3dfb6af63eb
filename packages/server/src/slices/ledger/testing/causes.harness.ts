/**
 * The statement that lets transfers have causes that no slice has, such as those by which tests give accounts their
 * money. `rows`: a query of kind, and kinds of the debited and of the credited account.
 */
export function withCauses(rows: string): string {
  return `
    alter function ledger.cause_kinds() rename to cause_kinds_of_service;
    create function ledger.cause_kinds() returns table (kind text, debit text, credit text) language sql stable as $$
      select * from ledger.cause_kinds_of_service()
       union all
      ${rows}
    $$`;
}
