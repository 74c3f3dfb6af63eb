-- Whether a name that was released may go to another wallet: after 90 days, and only when it was never used. People
-- write addresses down, so one that was used stays its owner's for ever.
create or replace function wallets.is_freed(p_at timestamptz, p_released_at timestamptz, p_was_used boolean)
returns boolean
language sql
stable
as $$
  select coalesce(not p_was_used and p_released_at <= p_at - interval '2160 hours', false)
$$;
