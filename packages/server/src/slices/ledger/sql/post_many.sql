-- Posts a batch. One element of the arrays is one posting; consecutive postings with the same p_transfer are one
-- transfer, which happens as a whole or not at all. The batch is walked in order, so money received earlier in it can
-- be spent later in it. An element whose p_transfer or p_amount is null is skipped.
--
-- outcome of each element: skipped, posted, insufficient_funds (available: what the debit account could give),
-- limit_exceeded (available: what the spending limits still allow), over_max_balance, unknown_account.
-- A refused transfer gives its outcome and available to all of its elements.
--
-- p_spend > 0 counts on the debit account's spending limits; p_spend < 0 is taken back on the credit account, from the
-- hour of p_spend_at (the time at which it was counted); 0 or null: neither. An amount counts until its hour has ended
-- for the 24th, 168th and 720th time, so no 24 hours, 7 days or 30 days ever hold more than the limit. An account's
-- hour does not go back with the clock: then the limits also count what has left the account's windows and not those
-- that end with p_at. After a restore windows of which a part is not known count as full (ledger.full_windows).
--
-- The maximum balance holds between customers. What comes from a system account (a receipt that the node has settled, a
-- reservation that is released) is always taken.
--
-- Accounts are read once and written once; in between everything happens in arrays, since a statement for each posting
-- would cost ten times as much. The planner's settings keep every look-up on its primary key, whatever the statistics
-- say. Rows are written from `generate_series` and elements of arrays, which costs a quarter of an `unnest` of the
-- arrays, and no account's column is read that is not needed in most batches: each array costs more than a step of the
-- walk.
create or replace function ledger.post_many(
  p_at timestamptz,
  p_transfer uuid[],
  p_debit bigint[],
  p_credit bigint[],
  p_amount bigint[],
  p_spend bigint[],
  p_spend_at timestamptz[],
  p_cause_kind text[],
  p_cause uuid[],
  out outcome text[],
  out no bigint[],
  out debit_after bigint[],
  out credit_after bigint[],
  out available bigint[]
)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  bigint_min constant bigint := -9223372036854775808;
  bigint_max constant bigint := 9223372036854775807;
  first_customer constant bigint := 1000;
  -- of a window that counts as full: whatever is given back in it, nothing can be spent
  nothing_left constant bigint := bigint_min / 2;

  n constant int := coalesce(cardinality(p_transfer), 0);
  at_us constant bigint := extract(epoch from p_at) * 1000000;
  this_hour constant int := floor(extract(epoch from p_at) / 3600);

  -- the accounts of the batch, each once and in the order of their numbers; the arrays after it run beside it
  accounts bigint[];
  balances bigint[];
  floors bigint[];
  last_postings bigint[];
  hours int[];
  -- what this batch spends in the account's hour, which counts in every window; and, in the rare case, what a window
  -- gains or loses besides (null: nothing)
  spent bigint[];
  more_day bigint[];
  more_week bigint[];
  more_month bigint[];
  -- read when one of the accounts has a limit or a maximum: what its limits left before this batch, and the maximum
  left_day bigint[];
  left_week bigint[];
  left_month bigint[];
  max_balances bigint[];
  -- whether one of them was in a later hour before the clock went back
  went_back boolean;

  -- beside the postings: the rest of a row, and the hour in which it counts when that is not the account's
  debit_previous bigint[];
  credit_previous bigint[];
  hash bytea[];
  earlier_hour int[];

  last_no bigint;
  last_no_before bigint;
  last_hash bytea;
  last_hash_before bytea;

  -- whether some account has a limit or a maximum; whether an hour that is over must be written down
  is_limited boolean;
  hour_is_over boolean;
  has_earlier boolean := false;

  -- why the last posting was refused (null: it was posted), and the transfer that was refused with it
  refused text;
  refused_transfer uuid;
  refused_available bigint;

  -- `accounts` as the field of a record, in which `width_bucket` finds the place of an account: PL/pgSQL would copy a
  -- variable of an array type for every search
  sorted record;
  -- places of the debit account, the credit account and the account whose spending is counted
  d int;
  c int;
  s int;
  amount bigint;
  spend bigint;
  hour_of_spend int;
  age int;
  back int;
  gone record;
  posted text;
begin
  select b.posting_no, b.head
    into strict last_no, last_hash
    from ledger.book b
   where b.one
     for update;
  last_no_before := last_no;
  last_hash_before := last_hash;

  select array_agg(r.no), array_agg(r.balance), array_agg(coalesce(r.floor + r.lent_msats, bigint_min)),
         array_agg(r.last_posting), array_agg(r.hour),
         bool_or(coalesce(r.limit_day, r.limit_week, r.limit_month, r.max_balance) is not null),
         bool_or(r.hour between 1 and this_hour - 1)
    into accounts, balances, floors, last_postings,
         hours,
         is_limited,
         hour_is_over
    from (
      select a.*
        from ledger.account a
       where a.no = any (p_debit || p_credit)
       order by a.no
    ) r;

  sorted := row(accounts);

  if is_limited then
    select array_agg(r.limit_day - r.spent_day), array_agg(r.limit_week - r.spent_week),
           array_agg(r.limit_month - r.spent_month), array_agg(coalesce(r.max_balance, bigint_max)),
           bool_or(r.hour > this_hour)
      into left_day, left_week,
           left_month, max_balances,
           went_back
      from (
        select a.*
          from ledger.account a
         where a.no = any (accounts)
         order by a.no
      ) r;

    if went_back then
      for gone in
        select f.*
          from ledger.forgotten_hours(accounts, this_hour) f
      loop
        s := width_bucket(gone.account, sorted.f1);
        left_day[s] := left_day[s] - gone.day;
        left_week[s] := left_week[s] - gone.week;
        left_month[s] := left_month[s] - gone.month;
      end loop;
    end if;

    for gone in
      select w.*
        from ledger.full_windows('wallets', this_hour) w
    loop
      for s in 1..cardinality(accounts) loop
        exit when accounts[s] > gone.last_account;
        left_day[s] := case when gone.day and left_day[s] is not null then nothing_left else left_day[s] end;
        left_week[s] := case when gone.week and left_week[s] is not null then nothing_left else left_week[s] end;
        left_month[s] := case when gone.month and left_month[s] is not null then nothing_left else left_month[s] end;
      end loop;
    end loop;
  end if;

  outcome := array_fill('posted'::text, array[n]);
  no := array_fill(null::bigint, array[n]);
  debit_after := no;
  credit_after := no;
  available := no;
  debit_previous := no;
  credit_previous := no;
  hash := array_fill(null::bytea, array[n]);
  earlier_hour := array_fill(null::int, array[n]);
  spent := array_fill(0::bigint, array[coalesce(cardinality(accounts), 0)]);

  -- the first spending of a new hour closes the account's hour before
  if hour_is_over then
    for gone in
      select g.*
        from ledger.close_hours(
               (select array_agg(distinct case when p_spend[k.i] > 0 then p_debit[k.i] else p_credit[k.i] end)
                  from generate_series(1, n) as k(i)
                 where p_spend[k.i] <> 0),
               this_hour) g
    loop
      s := width_bucket(gone.account, sorted.f1);
      hours[s] := this_hour;
      more_day[s] := -gone.left_day;
      more_week[s] := -gone.left_week;
      more_month[s] := -gone.left_month;
    end loop;
  end if;

  for k in 1..n loop
    if p_transfer[k] is null or p_amount[k] is null then
      outcome[k] := 'skipped';
      continue;
    end if;

    -- the rest of a transfer that was refused
    if refused is not null and p_transfer[k] = refused_transfer then
      outcome[k] := refused;
      available[k] := refused_available;
      continue;
    end if;

    d := width_bucket(p_debit[k], sorted.f1);
    c := width_bucket(p_credit[k], sorted.f1);
    amount := p_amount[k];
    s := case when p_spend[k] > 0 then d when p_spend[k] < 0 then c end;

    -- the first spending of an account
    if hours[s] = 0 and accounts[s] = (case when p_spend[k] > 0 then p_debit[k] else p_credit[k] end) then
      hours[s] := this_hour;
    end if;

    refused := case
      when (accounts[d] = p_debit[k] and accounts[c] = p_credit[k]) is not true then 'unknown_account'
      when balances[d] < floors[d] + amount then 'insufficient_funds'
      when is_limited and p_spend[k] > 0
        and (p_spend[k] > left_day[d] - spent[d] - coalesce(more_day[d], 0)
          or p_spend[k] > left_week[d] - spent[d] - coalesce(more_week[d], 0)
          or p_spend[k] > left_month[d] - spent[d] - coalesce(more_month[d], 0)) then 'limit_exceeded'
      when balances[c] > bigint_max - amount
        or (is_limited and p_debit[k] >= first_customer and balances[c] > max_balances[c] - amount)
          then 'over_max_balance'
    end;

    if refused is null then
      last_no := last_no + 1;
      last_hash := ledger.posting_hash(
        last_hash, last_no, p_transfer[k], p_debit[k], p_credit[k], amount, p_cause_kind[k], p_cause[k], at_us
      );
      balances[d] := balances[d] - amount;
      balances[c] := balances[c] + amount;
      no[k] := last_no;
      hash[k] := last_hash;
      debit_after[k] := balances[d];
      credit_after[k] := balances[c];
      debit_previous[k] := last_postings[d];
      credit_previous[k] := last_postings[c];
      last_postings[d] := last_no;
      last_postings[c] := last_no;

      if p_spend[k] > 0 and hours[s] = this_hour then
        spent[s] := spent[s] + p_spend[k];
      elsif s is not null then
        -- what is spent after the clock went back counts in the earlier hour, from which it may be released; in the
        -- account's when the clock went back so far that nothing is kept of the earlier hour
        spend := p_spend[k];
        hour_of_spend := case
          when spend < 0 then floor(extract(epoch from p_spend_at[k]) / 3600)
          when this_hour >= hours[s] - 744 then this_hour
          else hours[s]
        end;
        if hour_of_spend < hours[s] then
          has_earlier := true;
          earlier_hour[k] := hour_of_spend;
          age := hours[s] - hour_of_spend;
          back := hours[s] - this_hour;
          more_day[s] := coalesce(more_day[s], 0) + case when age <= 24 then spend else 0 end;
          more_week[s] := coalesce(more_week[s], 0) + case when age <= 168 then spend else 0 end;
          more_month[s] := coalesce(more_month[s], 0) + case when age <= 720 then spend else 0 end;
          -- as ledger.forgotten_hours will count it
          left_day[s] := left_day[s] - case when age between 25 and least(24 + back, 744) then spend else 0 end;
          left_week[s] := left_week[s] - case when age between 169 and least(168 + back, 744) then spend else 0 end;
          left_month[s] := left_month[s] - case when age between 721 and least(720 + back, 744) then spend else 0 end;
        else
          spent[s] := spent[s] + spend;
        end if;
      end if;
      continue;
    end if;

    -- refused: what the transfer's earlier postings did is undone, last first, and the chain ends where it did before
    -- them
    refused_transfer := p_transfer[k];
    refused_available := case refused
      when 'insufficient_funds' then greatest(0, balances[d] - floors[d])
      when 'limit_exceeded' then greatest(0, least(
        left_day[d] - spent[d] - coalesce(more_day[d], 0),
        left_week[d] - spent[d] - coalesce(more_week[d], 0),
        left_month[d] - spent[d] - coalesce(more_month[d], 0)
      ))
    end;
    outcome[k] := refused;
    available[k] := refused_available;
    for j in reverse k - 1..1 loop
      continue when outcome[j] = 'skipped';
      exit when p_transfer[j] <> refused_transfer;
      d := width_bucket(p_debit[j], sorted.f1);
      c := width_bucket(p_credit[j], sorted.f1);
      balances[d] := balances[d] + p_amount[j];
      balances[c] := balances[c] - p_amount[j];
      last_postings[d] := debit_previous[j];
      last_postings[c] := credit_previous[j];
      last_no := no[j] - 1;
      last_hash := coalesce(hash[array_position(no, last_no)], last_hash_before);
      outcome[j] := refused;
      available[j] := refused_available;
      no[j] := null;
      debit_after[j] := null;
      credit_after[j] := null;

      spend := p_spend[j];
      s := case when spend > 0 then d when spend < 0 then c end;
      if earlier_hour[j] is not null then
        age := hours[s] - earlier_hour[j];
        back := hours[s] - this_hour;
        more_day[s] := more_day[s] - case when age <= 24 then spend else 0 end;
        more_week[s] := more_week[s] - case when age <= 168 then spend else 0 end;
        more_month[s] := more_month[s] - case when age <= 720 then spend else 0 end;
        left_day[s] := left_day[s] + case when age between 25 and least(24 + back, 744) then spend else 0 end;
        left_week[s] := left_week[s] + case when age between 169 and least(168 + back, 744) then spend else 0 end;
        left_month[s] := left_month[s] + case when age between 721 and least(720 + back, 744) then spend else 0 end;
      elsif s is not null then
        spent[s] := spent[s] - spend;
      end if;
    end loop;
  end loop;

  insert into ledger.posting (
    no, transfer, debit, credit, amount, debit_after, credit_after, debit_previous, credit_previous,
    cause_kind, cause, at, hash
  )
  select no[k.i], p_transfer[k.i], p_debit[k.i], p_credit[k.i], p_amount[k.i], debit_after[k.i], credit_after[k.i],
         debit_previous[k.i], credit_previous[k.i], p_cause_kind[k.i], p_cause[k.i], p_at, hash[k.i]
    from generate_series(1, n) as k(i)
   where no[k.i] is not null;

  if has_earlier then
    insert into ledger.spend_hour as h (account, hour, spent)
    select u.account, u.hour, sum(u.spend)::bigint
      from (
        select case when p_spend[k.i] > 0 then p_debit[k.i] else p_credit[k.i] end as account,
               earlier_hour[k.i] as hour, p_spend[k.i] as spend
          from generate_series(1, n) as k(i)
         where no[k.i] is not null
           and earlier_hour[k.i] is not null
      ) u
     where u.hour >= hours[width_bucket(u.account, accounts)] - 744
     group by u.account, u.hour
        on conflict (account, hour) do update
       set spent = h.spent + excluded.spent;
  end if;

  update ledger.account a
     set balance = balances[k.i],
         last_posting = last_postings[k.i],
         hour = hours[k.i],
         spent_hour = case when a.hour = hours[k.i] then a.spent_hour else 0 end + spent[k.i],
         spent_day = a.spent_day + spent[k.i] + coalesce(more_day[k.i], 0),
         spent_week = a.spent_week + spent[k.i] + coalesce(more_week[k.i], 0),
         spent_month = a.spent_month + spent[k.i] + coalesce(more_month[k.i], 0)
    from generate_series(1, cardinality(accounts)) as k(i)
   where a.no = accounts[k.i]
     and (last_postings[k.i] <> a.last_posting or hours[k.i] <> a.hour);

  if last_no > last_no_before then
    update ledger.book b
       set posting_no = last_no,
           head = last_hash
     where b.one;
    -- for who asks in this transaction; what is undone takes it back. An assignment, because a statement costs more
    posted := set_config('leyden.posted', last_no || ' ' || encode(last_hash, 'hex'), true);
  end if;
end
$$;
