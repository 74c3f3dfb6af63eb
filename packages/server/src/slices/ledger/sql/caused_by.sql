-- The postings of some kinds of cause: how another slice's invariants see whether what it did has its money and the
-- reverse. Written in SQL so that the planner looks through it.
create or replace function ledger.caused_by(p_kinds text[])
returns table (transfer uuid, debit bigint, credit bigint, amount bigint, cause_kind text, cause uuid)
language sql
stable
as $$
  select p.transfer, p.debit, p.credit, p.amount, p.cause_kind, p.cause
    from ledger.posting p
   where p.cause_kind = any (p_kinds)
$$;
