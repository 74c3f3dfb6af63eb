-- The posting with this number, for other slices' invariants.
create or replace function ledger.posting_at(p_no bigint)
returns table (transfer uuid, debit bigint, credit bigint, amount bigint, cause_kind text, cause uuid)
language sql
stable
as $$
  select p.transfer, p.debit, p.credit, p.amount, p.cause_kind, p.cause
    from ledger.posting p
   where p.no = p_no
$$;
