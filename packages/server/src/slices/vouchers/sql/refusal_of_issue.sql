-- Why nothing of these amounts can be issued as things stand: an outcome of vouchers.issue, or `paused`; null when
-- nothing stands against it. Waits for nobody and changes nothing; vouchers.issue decides. While the ledger is closed
-- it raises as ledger.lock_open_book does.
create or replace function vouchers.refusal_of_issue(
  p_at timestamptz,
  p_kind text,
  p_account bigint,
  p_key uuid,
  p_amount bigint[],
  p_fee bigint,
  out outcome text,
  out available bigint
)
language plpgsql
stable
as $$
declare
  value constant numeric := (select sum(u.amount) from unnest(p_amount) as u(amount));
  paused constant boolean := ledger.read_open_book();
  standing record;
begin
  if p_key is not null then
    select c.refused, c.available into outcome, available
      from vouchers.check_key(p_at, p_key, p_amount) c;
  end if;
  if outcome is not null or p_kind <> 'voucher' then
    return;
  end if;
  if paused then
    outcome := 'paused';
    return;
  end if;
  available := ledger.spendable(p_account);
  if value + p_fee > available then
    outcome := 'insufficient_funds';
    return;
  end if;
  select * into standing
    from ledger.standing_many(p_at, array[p_account]);
  available := least( -- null: no limit
    standing.limit_day - standing.spent_day, standing.limit_week - standing.spent_week,
    standing.limit_month - standing.spent_month);
  outcome := case when value > available then 'limit_exceeded' end;
  available := greatest(0, available);
end $$;
