-- What an account may hold besides what it has; null when it has no maximum balance. For slices that credit from a
-- system account what they may refuse: the answer holds as long as the ledger's row is locked.
create or replace function ledger.headroom(p_no bigint) returns bigint
language sql
stable
as $$
  select case when a.max_balance is not null then greatest(0, a.max_balance - a.balance) end
    from ledger.account a
   where a.no = p_no
$$;
