-- Causes of some kinds whose postings have these numbers: after p_after, up to p_until. For slices that follow what was
-- posted; written in SQL so that the planner looks through it.
create or replace function ledger.caused_between(p_kinds text[], p_after bigint, p_until bigint)
returns table (no bigint, transfer uuid, cause_kind text, cause uuid)
language sql
stable
as $$
  select p.no, p.transfer, p.cause_kind, p.cause
    from ledger.posting p
   where p.no > p_after
     and p.no <= p_until
     and p.cause_kind = any (p_kinds)
$$;
