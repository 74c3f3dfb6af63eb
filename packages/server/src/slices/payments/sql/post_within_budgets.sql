-- Posts one transfer for each payment, but not what the policies of keys refuse. Of the payments of one key those take
-- the budget that come first and fit.
--
-- p_fits is not false when no policy can refuse any of them. p_refused, p_headroom: what projects.check_keys said.
-- p_total: what leaves the payer's account; p_amount: what counts.
-- outcome: those of ledger.post_many, and what p_refused can be. available: what the payer, its limits or the budget
-- leave.
create or replace function payments.post_within_budgets(
  p_at timestamptz,
  p_id uuid[],
  p_key uuid[],
  p_fits boolean,
  p_refused text[],
  p_headroom bigint[],
  p_transfer uuid[],
  p_debit bigint[],
  p_credit bigint[],
  p_total bigint[],
  p_amount bigint[],
  out outcome text[],
  out no bigint[],
  out available bigint[]
)
language plpgsql
as $$
declare
  n constant int := cardinality(p_id);
  cause constant text[] := array_fill('payment'::text, array[n]);
  -- the place of the key's first payment in the batch, and there what the key's payments take
  first int[];
  taken bigint[] := array_fill(0::bigint, array[n]);
  transfer uuid[];
  posted text[];
  posting bigint[];
  left_to bigint[];
  has_freed boolean;
begin
  if p_fits is not false then
    select l.outcome, l.no, l.available into outcome, no, available
      from ledger.post_many(p_at, p_transfer, p_debit, p_credit, p_total, p_amount, null, cause, p_id) l;
    return;
  end if;

  select array_agg(f.first order by f.k) into first
    from (select k, first_value(k) over (partition by p_key[k] order by k) as first from generate_series(1, n) as k) f;
  outcome := array_fill('skipped'::text, array[n]);
  no := array_fill(null::bigint, array[n]);
  available := no;

  -- A second time for what found the budget taken by a payment that the ledger refused.
  for round in 1..2 loop
    transfer := array_fill(null::uuid, array[n]);
    for k in 1..n loop
      continue when p_transfer[k] is null or outcome[k] <> case round when 1 then 'skipped' else 'over_key_budget' end;
      outcome[k] := coalesce(
        p_refused[k], case when taken[first[k]] + p_amount[k] > p_headroom[k] then 'over_key_budget' end, 'allowed');
      if outcome[k] = 'allowed' then
        transfer[k] := p_transfer[k];
        taken[first[k]] := taken[first[k]] + p_amount[k];
      end if;
    end loop;

    select l.outcome, l.no, l.available into posted, posting, left_to
      from ledger.post_many(p_at, transfer, p_debit, p_credit, p_total, p_amount, null, cause, p_id) l;
    has_freed := false;
    for k in 1..n loop
      continue when transfer[k] is null;
      outcome[k] := posted[k];
      no[k] := posting[k];
      available[k] := left_to[k];
      if no[k] is null then
        taken[first[k]] := taken[first[k]] - p_amount[k];
        has_freed := true;
      end if;
    end loop;
    exit when not has_freed or not 'over_key_budget' = any (outcome);
  end loop;

  for k in 1..n loop
    continue when outcome[k] <> 'over_key_budget';
    available[k] := greatest(p_headroom[k] - taken[first[k]], 0);
  end loop;
end $$;
