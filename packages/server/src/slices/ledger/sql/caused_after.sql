-- As ledger.caused_by, of what was posted after p_after: what is new is found by its number, however much there is.
create or replace function ledger.caused_after(p_kinds text[], p_after bigint)
returns table (transfer uuid, debit bigint, credit bigint, amount bigint, cause_kind text, cause uuid)
language sql
stable
as $$
  select p.transfer, p.debit, p.credit, p.amount, p.cause_kind, p.cause
    from ledger.posting p
   where p.no > p_after
     and p.cause_kind = any (p_kinds)
$$;
