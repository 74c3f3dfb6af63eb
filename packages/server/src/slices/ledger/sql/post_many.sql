-- Posts a batch. One element of the arrays is one posting; consecutive postings with the same p_transfer are one
-- transfer, which happens as a whole or not at all. The batch is walked in order, so money received earlier in it can
-- be spent later in it. An element whose p_transfer or p_amount is null is skipped.
--
-- status of each element: -1 skipped, 0 posted, 1 insufficient funds (available: what the debit account could give),
-- 2 spending limit exceeded (available: what the limits still allow), 3 above the maximum balance, 4 unknown account.
-- A refused transfer gives its status and available to all of its elements.
--
-- p_spend > 0 counts on the debit account's spending limits; p_spend < 0 is taken back on the credit account, from the
-- hour of p_spend_at (the time at which it was counted); 0 or null: neither. An amount counts until its hour has ended
-- for the 24th, 168th and 720th time, so no 24 hours, 7 days or 30 days ever hold more than the limit.
--
-- The maximum balance holds between customers. What comes from an account of the house (a receipt that the node has
-- settled, a reservation that is released) is always taken.
--
-- Accounts are read once and written once; in between everything happens in arrays, since a statement for each posting
-- would cost ten times as much. The planner's settings keep every look-up on its primary key, whatever the statistics say.
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
  out status smallint[],
  out no bigint[],
  out debit_after bigint[],
  out credit_after bigint[],
  out available bigint[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  c_bigint_min constant bigint := -9223372036854775808;
  c_bigint_max constant bigint := 9223372036854775807;
  c_first_customer constant bigint := 1000;

  v_count constant int := coalesce(cardinality(p_transfer), 0);
  v_at_us constant bigint := extract(epoch from p_at) * 1000000;
  v_today constant int := floor(extract(epoch from p_at) / 86400);
  v_this_hour constant int := floor(extract(epoch from p_at) / 3600);

  -- the accounts of the batch, each once; the arrays after it run beside it
  v_account bigint[];
  v_balance bigint[];
  v_balance_before bigint[];
  v_bottom bigint[];
  v_top bigint[];
  v_last bigint[];
  v_last_before bigint[];
  v_day int[];
  v_hour int[];
  v_spent_hour bigint[];
  v_spent_day bigint[];
  v_spent_week bigint[];
  v_spent_month bigint[];
  v_limit_day bigint[];
  v_limit_week bigint[];
  v_limit_month bigint[];

  -- beside the postings: the slot of the debit account at k and of the credit account at v_count + k, and the rest of a row
  v_slot int[];
  v_debit_previous bigint[];
  v_credit_previous bigint[];
  v_hash bytea[];
  v_spend_hour int[];

  v_no bigint;
  v_no_before bigint;
  v_head bytea;

  -- whether a day or an hour that is over must be written down, which is rare
  v_day_is_over boolean;
  v_earlier boolean := false;

  -- the transfer under way: its first posting, the chain before it, and why it was refused (0: it was not)
  v_transfer uuid;
  v_first int;
  v_first_no bigint;
  v_first_head bytea;
  v_refused smallint := 0;
  v_available bigint;

  -- slots of the debit account, the credit account and the account whose spending is counted
  d int;
  c int;
  s int;
  v_amount bigint;
  v_spend bigint;
  v_hour_of_spend int;
  v_left record;
begin
  select b.posting_no, b.head
    into strict v_no, v_head
    from ledger.book b
   where b.one
     for update;
  v_no_before := v_no;

  select array_agg(m.slot order by m.i)
    into v_slot
    from (
      select u.i, dense_rank() over (order by u.account)::int as slot
        from unnest(p_debit || p_credit) with ordinality as u(account, i)
    ) m;

  select array_agg(r.account), array_agg(r.balance), array_agg(coalesce(r.floor, c_bigint_min)),
         array_agg(coalesce(r.ceiling, c_bigint_max)), array_agg(r.last_posting), array_agg(r.day), array_agg(r.hour),
         array_agg(r.spent_hour), array_agg(r.spent_day), array_agg(r.spent_week), array_agg(r.spent_month),
         array_agg(r.limit_day), array_agg(r.limit_week), array_agg(r.limit_month),
         bool_or(r.day < v_today and r.last_posting > 0)
    into v_account, v_balance, v_bottom,
         v_top, v_last, v_day, v_hour,
         v_spent_hour, v_spent_day, v_spent_week, v_spent_month,
         v_limit_day, v_limit_week, v_limit_month,
         v_day_is_over
    from (
      select m.account, a.*
        from (select distinct u.account from unnest(p_debit || p_credit) as u(account)) m
        left join ledger.account a
          on a.no = m.account
       order by m.account
    ) r;
  v_balance_before := v_balance;
  v_last_before := v_last;

  status := array_fill((-1)::smallint, array[v_count]);
  no := array_fill(null::bigint, array[v_count]);
  debit_after := no;
  credit_after := no;
  available := no;
  v_debit_previous := no;
  v_credit_previous := no;
  v_hash := array_fill(null::bytea, array[v_count]);
  v_spend_hour := array_fill(null::int, array[v_count]);

  for k in 1..v_count loop
    if p_transfer[k] is null or p_amount[k] is null then
      continue;
    end if;

    if p_transfer[k] is distinct from v_transfer then
      v_transfer := p_transfer[k];
      v_first := k;
      v_first_no := v_no;
      v_first_head := v_head;
      v_refused := 0;
      v_available := null;
    elsif v_refused > 0 then
      status[k] := v_refused;
      available[k] := v_available;
      continue;
    end if;

    d := v_slot[k];
    c := v_slot[v_count + k];
    v_amount := p_amount[k];
    v_spend := coalesce(p_spend[k], 0);
    s := case when v_spend > 0 then d when v_spend < 0 then c end;

    -- the first spending of a new hour closes the account's hour before
    if v_hour[s] < v_this_hour then
      if v_hour[s] > 0 then
        v_left := ledger.close_hour(v_account[s], v_hour[s], v_spent_hour[s], v_this_hour);
        v_spent_hour[s] := 0;
        v_spent_day[s] := v_spent_day[s] - v_left.left_day;
        v_spent_week[s] := v_spent_week[s] - v_left.left_week;
        v_spent_month[s] := v_spent_month[s] - v_left.left_month;
      end if;
      v_hour[s] := v_this_hour;
    end if;

    if v_balance[d] is null or v_balance[c] is null then
      v_refused := 4;
    elsif v_balance[d] < v_bottom[d] + v_amount then
      v_refused := 1;
      v_available := v_balance[d] - v_bottom[d];
    elsif v_spend > 0
      and (v_spent_day[d] > v_limit_day[d] - v_spend
        or v_spent_week[d] > v_limit_week[d] - v_spend
        or v_spent_month[d] > v_limit_month[d] - v_spend)
    then
      v_refused := 2;
      v_available := greatest(0, least(
        v_limit_day[d] - v_spent_day[d],
        v_limit_week[d] - v_spent_week[d],
        v_limit_month[d] - v_spent_month[d]
      ));
    elsif v_balance[c] > c_bigint_max - v_amount
      or (p_debit[k] >= c_first_customer and v_balance[c] > v_top[c] - v_amount)
    then
      v_refused := 3;
    else
      v_no := v_no + 1;
      v_head := ledger.posting_hash(
        v_head, v_no, v_transfer, p_debit[k], p_credit[k], v_amount, p_cause_kind[k], p_cause[k], v_at_us
      );
      v_balance[d] := v_balance[d] - v_amount;
      v_balance[c] := v_balance[c] + v_amount;
      status[k] := 0;
      no[k] := v_no;
      v_hash[k] := v_head;
      debit_after[k] := v_balance[d];
      credit_after[k] := v_balance[c];
      v_debit_previous[k] := v_last[d];
      v_credit_previous[k] := v_last[c];
      v_last[d] := v_no;
      v_last[c] := v_no;

      if v_spend <> 0 then
        -- what is spent after the clock went back counts in the earlier hour, from which it may be released; in this
        -- one when the clock went back so far that the earlier hour has left the shortest window
        v_hour_of_spend := case
          when v_spend < 0 then floor(extract(epoch from p_spend_at[k]) / 3600)
          when v_this_hour >= v_hour[s] - 24 then v_this_hour
          else v_hour[s]
        end;
        v_hour_of_spend := least(v_hour_of_spend, v_hour[s]);
        v_earlier := v_earlier or v_hour_of_spend < v_hour[s];
        v_spend_hour[k] := v_hour_of_spend;
        v_spent_hour[s] := v_spent_hour[s] + case when v_hour_of_spend = v_hour[s] then v_spend else 0 end;
        v_spent_day[s] := v_spent_day[s] + case when v_hour_of_spend >= v_hour[s] - 24 then v_spend else 0 end;
        v_spent_week[s] := v_spent_week[s] + case when v_hour_of_spend >= v_hour[s] - 168 then v_spend else 0 end;
        v_spent_month[s] := v_spent_month[s] + case when v_hour_of_spend >= v_hour[s] - 720 then v_spend else 0 end;
      end if;
      continue;
    end if;

    -- refused: what the transfer's earlier postings did is undone, last first
    v_no := v_first_no;
    v_head := v_first_head;
    status[k] := v_refused;
    available[k] := v_available;
    for j in reverse k - 1..v_first loop
      if status[j] <> 0 then
        continue;
      end if;
      d := v_slot[j];
      c := v_slot[v_count + j];
      v_balance[d] := v_balance[d] + p_amount[j];
      v_balance[c] := v_balance[c] - p_amount[j];
      v_last[d] := v_debit_previous[j];
      v_last[c] := v_credit_previous[j];
      status[j] := v_refused;
      available[j] := v_available;
      no[j] := null;
      debit_after[j] := null;
      credit_after[j] := null;

      if v_spend_hour[j] is not null then
        v_spend := p_spend[j];
        s := case when v_spend > 0 then d else c end;
        v_hour_of_spend := v_spend_hour[j];
        v_spent_hour[s] := v_spent_hour[s] - case when v_hour_of_spend = v_hour[s] then v_spend else 0 end;
        v_spent_day[s] := v_spent_day[s] - case when v_hour_of_spend >= v_hour[s] - 24 then v_spend else 0 end;
        v_spent_week[s] := v_spent_week[s] - case when v_hour_of_spend >= v_hour[s] - 168 then v_spend else 0 end;
        v_spent_month[s] := v_spent_month[s] - case when v_hour_of_spend >= v_hour[s] - 720 then v_spend else 0 end;
      end if;
    end loop;
  end loop;

  insert into ledger.posting (
    no, transfer, debit, credit, amount, debit_after, credit_after, debit_previous, credit_previous,
    cause_kind, cause, at, hash
  )
  select u.no, u.transfer, u.debit, u.credit, u.amount, u.debit_after, u.credit_after, u.debit_previous, u.credit_previous,
         u.cause_kind, u.cause, p_at, u.hash
    from unnest(
      no, p_transfer, p_debit, p_credit, p_amount, debit_after, credit_after, v_debit_previous, v_credit_previous,
      p_cause_kind, p_cause, v_hash
    ) as u(
      no, transfer, debit, credit, amount, debit_after, credit_after, debit_previous, credit_previous,
      cause_kind, cause, hash
    )
   where u.no is not null;

  if v_day_is_over then
    insert into ledger.day_closing (account, day, balance, last_posting)
    select u.account, u.day, u.balance, u.last_before
      from unnest(v_account, v_day, v_balance_before, v_last_before, v_last) as u(account, day, balance, last_before, last)
     where u.day < v_today
       and u.last_before > 0
       and u.last_before <> u.last;
  end if;

  if v_earlier then
    insert into ledger.spend_hour as h (account, hour, spent)
    select v_account[u.slot], u.hour, sum(u.spend)::bigint
      from (
        select p.no, p.spend, p.hour, case when p.spend > 0 then p.debit_slot else p.credit_slot end as slot
          from unnest(no, p_spend, v_spend_hour, v_slot[:v_count], v_slot[v_count + 1:])
            as p(no, spend, hour, debit_slot, credit_slot)
      ) u
     where u.no is not null
       and u.hour < v_hour[u.slot]
       and u.hour >= v_hour[u.slot] - 720
     group by v_account[u.slot], u.hour
        on conflict (account, hour) do update
       set spent = h.spent + excluded.spent;
  end if;

  update ledger.account a
     set balance = u.balance,
         last_posting = u.last,
         day = case when u.last <> a.last_posting then greatest(a.day, v_today) else a.day end,
         hour = u.hour,
         spent_hour = u.spent_hour,
         spent_day = u.spent_day,
         spent_week = u.spent_week,
         spent_month = u.spent_month
    from unnest(
      v_account, v_balance, v_last, v_hour, v_spent_hour, v_spent_day, v_spent_week, v_spent_month
    ) as u(account, balance, last, hour, spent_hour, spent_day, spent_week, spent_month)
   where a.no = u.account
     and (u.last <> a.last_posting or u.hour <> a.hour);

  if v_no > v_no_before then
    update ledger.book b
       set posting_no = v_no,
           head = v_head
     where b.one;
  end if;
end
$$;
