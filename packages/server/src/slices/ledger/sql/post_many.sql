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
-- for the 24th, 168th and 720th time, so no 24 hours, 7 days or 30 days ever hold more than the limit.
--
-- The maximum balance holds between customers. What comes from a system account (a receipt that the node has settled, a
-- reservation that is released) is always taken.
--
-- Accounts are read once and written once; in between everything happens in arrays, since a statement for each posting
-- would cost ten times as much. The planner's settings keep every look-up on its primary key, whatever the statistics say.
-- Rows are written from `generate_series` and elements of arrays, which costs a quarter of an `unnest` of the arrays, and
-- no account's column is read that is not needed in most batches: each array costs more than a step of the walk.
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
  c_bigint_min constant bigint := -9223372036854775808;
  c_bigint_max constant bigint := 9223372036854775807;
  c_first_customer constant bigint := 1000;

  v_count constant int := coalesce(cardinality(p_transfer), 0);
  v_at_us constant bigint := extract(epoch from p_at) * 1000000;
  v_this_hour constant int := floor(extract(epoch from p_at) / 3600);

  -- the accounts of the batch, each once and in the order of their numbers; the arrays after it run beside it
  v_account bigint[];
  v_balance bigint[];
  v_bottom bigint[];
  v_last bigint[];
  v_hour int[];
  -- what this batch spends in the account's hour, which counts in every window; and, in the rare case, what a window
  -- gains or loses besides (null: nothing)
  v_spent bigint[];
  v_more_day bigint[];
  v_more_week bigint[];
  v_more_month bigint[];
  -- read when one of the accounts has a limit or a maximum: what its limits left before this batch, and the maximum
  v_left_day bigint[];
  v_left_week bigint[];
  v_left_month bigint[];
  v_top bigint[];

  -- beside the postings: the rest of a row, and the hour in which it counts when that is not the account's
  v_debit_previous bigint[];
  v_credit_previous bigint[];
  v_hash bytea[];
  v_earlier_hour int[];

  v_no bigint;
  v_no_before bigint;
  v_head bytea;
  v_head_before bytea;

  -- whether some account has a limit or a maximum; whether an hour that is over must be written down
  v_limited boolean;
  v_hour_is_over boolean;
  v_earlier boolean := false;

  -- why the last posting was refused (null: it was posted), and the transfer that was refused with it
  v_refused text;
  v_transfer uuid;
  v_available bigint;

  -- v_account as the field of a record, in which `width_bucket` finds the place of an account: PL/pgSQL would copy a
  -- variable of an array type for every search
  v_sorted record;
  -- places of the debit account, the credit account and the account whose spending is counted
  d int;
  c int;
  s int;
  v_amount bigint;
  v_spend bigint;
  v_hour_of_spend int;
  v_age int;
  v_gone record;
begin
  select b.posting_no, b.head
    into strict v_no, v_head
    from ledger.book b
   where b.one
     for update;
  v_no_before := v_no;
  v_head_before := v_head;

  select array_agg(r.no), array_agg(r.balance), array_agg(coalesce(r.floor, c_bigint_min)), array_agg(r.last_posting),
         array_agg(r.hour),
         bool_or(coalesce(r.limit_day, r.limit_week, r.limit_month, r.max_balance) is not null),
         bool_or(r.hour between 1 and v_this_hour - 1)
    into v_account, v_balance, v_bottom, v_last,
         v_hour,
         v_limited,
         v_hour_is_over
    from (
      select a.*
        from ledger.account a
       where a.no = any (p_debit || p_credit)
       order by a.no
    ) r;

  v_sorted := row(v_account);

  if v_limited then
    select array_agg(r.limit_day - r.spent_day), array_agg(r.limit_week - r.spent_week),
           array_agg(r.limit_month - r.spent_month), array_agg(coalesce(r.max_balance, c_bigint_max))
      into v_left_day, v_left_week,
           v_left_month, v_top
      from (
        select a.*
          from ledger.account a
         where a.no = any (v_account)
         order by a.no
      ) r;
  end if;

  outcome := array_fill('posted'::text, array[v_count]);
  no := array_fill(null::bigint, array[v_count]);
  debit_after := no;
  credit_after := no;
  available := no;
  v_debit_previous := no;
  v_credit_previous := no;
  v_hash := array_fill(null::bytea, array[v_count]);
  v_earlier_hour := array_fill(null::int, array[v_count]);
  v_spent := array_fill(0::bigint, array[coalesce(cardinality(v_account), 0)]);

  -- the first spending of a new hour closes the account's hour before
  if v_hour_is_over then
    for v_gone in
      select g.*
        from ledger.close_hours(
               (select array_agg(distinct case when p_spend[k.i] > 0 then p_debit[k.i] else p_credit[k.i] end)
                  from generate_series(1, v_count) as k(i)
                 where p_spend[k.i] <> 0),
               v_this_hour) g
    loop
      s := width_bucket(v_gone.account, v_sorted.f1);
      v_hour[s] := v_this_hour;
      v_more_day[s] := -v_gone.left_day;
      v_more_week[s] := -v_gone.left_week;
      v_more_month[s] := -v_gone.left_month;
    end loop;
  end if;

  for k in 1..v_count loop
    if p_transfer[k] is null or p_amount[k] is null then
      outcome[k] := 'skipped';
      continue;
    end if;

    -- the rest of a transfer that was refused
    if v_refused is not null and p_transfer[k] = v_transfer then
      outcome[k] := v_refused;
      available[k] := v_available;
      continue;
    end if;

    d := width_bucket(p_debit[k], v_sorted.f1);
    c := width_bucket(p_credit[k], v_sorted.f1);
    v_amount := p_amount[k];
    s := case when p_spend[k] > 0 then d when p_spend[k] < 0 then c end;

    -- the first spending of an account
    if v_hour[s] = 0 and v_account[s] = (case when p_spend[k] > 0 then p_debit[k] else p_credit[k] end) then
      v_hour[s] := v_this_hour;
    end if;

    v_refused := case
      when (v_account[d] = p_debit[k] and v_account[c] = p_credit[k]) is not true then 'unknown_account'
      when v_balance[d] < v_bottom[d] + v_amount then 'insufficient_funds'
      when v_limited and p_spend[k] > 0
        and (p_spend[k] > v_left_day[d] - v_spent[d] - coalesce(v_more_day[d], 0)
          or p_spend[k] > v_left_week[d] - v_spent[d] - coalesce(v_more_week[d], 0)
          or p_spend[k] > v_left_month[d] - v_spent[d] - coalesce(v_more_month[d], 0)) then 'limit_exceeded'
      when v_balance[c] > c_bigint_max - v_amount
        or (v_limited and p_debit[k] >= c_first_customer and v_balance[c] > v_top[c] - v_amount) then 'over_max_balance'
    end;

    if v_refused is null then
      v_no := v_no + 1;
      v_head := ledger.posting_hash(
        v_head, v_no, p_transfer[k], p_debit[k], p_credit[k], v_amount, p_cause_kind[k], p_cause[k], v_at_us
      );
      v_balance[d] := v_balance[d] - v_amount;
      v_balance[c] := v_balance[c] + v_amount;
      no[k] := v_no;
      v_hash[k] := v_head;
      debit_after[k] := v_balance[d];
      credit_after[k] := v_balance[c];
      v_debit_previous[k] := v_last[d];
      v_credit_previous[k] := v_last[c];
      v_last[d] := v_no;
      v_last[c] := v_no;

      if p_spend[k] > 0 and v_hour[s] = v_this_hour then
        v_spent[s] := v_spent[s] + p_spend[k];
      elsif s is not null then
        -- what is spent after the clock went back counts in the earlier hour, from which it may be released; in this
        -- one when the clock went back so far that the earlier hour has left the shortest window
        v_spend := p_spend[k];
        v_hour_of_spend := case
          when v_spend < 0 then floor(extract(epoch from p_spend_at[k]) / 3600)
          when v_this_hour >= v_hour[s] - 24 then v_this_hour
          else v_hour[s]
        end;
        if v_hour_of_spend < v_hour[s] then
          v_earlier := true;
          v_earlier_hour[k] := v_hour_of_spend;
          v_age := v_hour[s] - v_hour_of_spend;
          v_more_day[s] := coalesce(v_more_day[s], 0) + case when v_age <= 24 then v_spend else 0 end;
          v_more_week[s] := coalesce(v_more_week[s], 0) + case when v_age <= 168 then v_spend else 0 end;
          v_more_month[s] := coalesce(v_more_month[s], 0) + case when v_age <= 720 then v_spend else 0 end;
        else
          v_spent[s] := v_spent[s] + v_spend;
        end if;
      end if;
      continue;
    end if;

    -- refused: what the transfer's earlier postings did is undone, last first, and the chain ends where it did before them
    v_transfer := p_transfer[k];
    v_available := case v_refused
      when 'insufficient_funds' then v_balance[d] - v_bottom[d]
      when 'limit_exceeded' then greatest(0, least(
        v_left_day[d] - v_spent[d] - coalesce(v_more_day[d], 0),
        v_left_week[d] - v_spent[d] - coalesce(v_more_week[d], 0),
        v_left_month[d] - v_spent[d] - coalesce(v_more_month[d], 0)
      ))
    end;
    outcome[k] := v_refused;
    available[k] := v_available;
    for j in reverse k - 1..1 loop
      continue when outcome[j] = 'skipped';
      exit when p_transfer[j] <> v_transfer;
      d := width_bucket(p_debit[j], v_sorted.f1);
      c := width_bucket(p_credit[j], v_sorted.f1);
      v_balance[d] := v_balance[d] + p_amount[j];
      v_balance[c] := v_balance[c] - p_amount[j];
      v_last[d] := v_debit_previous[j];
      v_last[c] := v_credit_previous[j];
      v_no := no[j] - 1;
      v_head := coalesce(v_hash[array_position(no, v_no)], v_head_before);
      outcome[j] := v_refused;
      available[j] := v_available;
      no[j] := null;
      debit_after[j] := null;
      credit_after[j] := null;

      v_spend := p_spend[j];
      s := case when v_spend > 0 then d when v_spend < 0 then c end;
      if v_earlier_hour[j] is not null then
        v_age := v_hour[s] - v_earlier_hour[j];
        v_more_day[s] := v_more_day[s] - case when v_age <= 24 then v_spend else 0 end;
        v_more_week[s] := v_more_week[s] - case when v_age <= 168 then v_spend else 0 end;
        v_more_month[s] := v_more_month[s] - case when v_age <= 720 then v_spend else 0 end;
      elsif s is not null then
        v_spent[s] := v_spent[s] - v_spend;
      end if;
    end loop;
  end loop;

  insert into ledger.posting (
    no, transfer, debit, credit, amount, debit_after, credit_after, debit_previous, credit_previous,
    cause_kind, cause, at, hash
  )
  select no[k.i], p_transfer[k.i], p_debit[k.i], p_credit[k.i], p_amount[k.i], debit_after[k.i], credit_after[k.i],
         v_debit_previous[k.i], v_credit_previous[k.i], p_cause_kind[k.i], p_cause[k.i], p_at, v_hash[k.i]
    from generate_series(1, v_count) as k(i)
   where no[k.i] is not null;

  if v_earlier then
    insert into ledger.spend_hour as h (account, hour, spent)
    select u.account, u.hour, sum(u.spend)::bigint
      from (
        select case when p_spend[k.i] > 0 then p_debit[k.i] else p_credit[k.i] end as account,
               v_earlier_hour[k.i] as hour, p_spend[k.i] as spend
          from generate_series(1, v_count) as k(i)
         where no[k.i] is not null
           and v_earlier_hour[k.i] is not null
      ) u
     where u.hour >= v_hour[width_bucket(u.account, v_account)] - 720
     group by u.account, u.hour
        on conflict (account, hour) do update
       set spent = h.spent + excluded.spent;
  end if;

  update ledger.account a
     set balance = v_balance[k.i],
         last_posting = v_last[k.i],
         hour = v_hour[k.i],
         spent_hour = case when a.hour = v_hour[k.i] then a.spent_hour else 0 end + v_spent[k.i],
         spent_day = a.spent_day + v_spent[k.i] + coalesce(v_more_day[k.i], 0),
         spent_week = a.spent_week + v_spent[k.i] + coalesce(v_more_week[k.i], 0),
         spent_month = a.spent_month + v_spent[k.i] + coalesce(v_more_month[k.i], 0)
    from generate_series(1, cardinality(v_account)) as k(i)
   where a.no = v_account[k.i]
     and (v_last[k.i] <> a.last_posting or v_hour[k.i] <> a.hour);

  if v_no > v_no_before then
    update ledger.book b
       set posting_no = v_no,
           head = v_head
     where b.one;
  end if;
end
$$;
