-- Reserves requests that are not all new and internal: sees replays, duplicates and pause, and gives the slots of
-- payments over Lightning to those that come first.
create or replace function payments.reserve_each(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_funder uuid[],
  p_account bigint[],
  p_recipient bigint[],
  p_origin_kind text[],
  p_destination_kind text[],
  p_destination text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_payee text[],
  p_host text[],
  p_is_own boolean[],
  p_pay_anyway bytea[],
  p_amount bigint[],
  p_fee_limit bigint[],
  p_internal_id text[],
  p_internal_id_is_unique boolean[],
  p_transfer uuid[],
  p_wallet_max int,
  p_owner_max int,
  p_node_max int,
  p_paused boolean,
  p_claimed text[],
  p_earlier uuid[],
  p_key uuid[],
  p_fits boolean,
  p_refused text[],
  p_headroom bigint[],
  out result text[],
  out known_id uuid[],
  out available_to bigint[],
  out posting bigint[]
)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  n int := cardinality(p_id);
  reserved bigint := ledger.system('reserved');
  same_as int[];
  is_wanted boolean[];
  is_payable boolean[];
  -- which limit leaves no place, by payment
  full_limit text[];
  posted text[];
  -- whether an earlier request of this batch wants to pay the same invoice
  is_rival boolean[];
  rival_no bigint[];
  rival_available bigint[];
  -- since when what the node paid without us is compared; null: there was no restore of late
  compared_from timestamptz;
  taken_by_key bigint;
  -- whether it would leave the service, and whether the service's limits are asked for each by itself
  leaves boolean[];
  is_alone boolean[] := array_fill(false, array[n]);
  refusal text;
  in_flight int;
  -- what this batch sends, beside what is counted one by one
  sent bigint;
begin
  select r.result, r.known_id, r.same_as into result, known_id, same_as
    from payments.recognize(
      p_id, p_transfer, p_claimed, p_earlier, p_wallet, p_internal_id, p_internal_id_is_unique, p_amount,
      p_destination_kind,
      p_destination) r;

  if p_paused then
    select array_agg(case when same_as[k] is null then coalesce(result[k], 'paused') else result[k] end order by k)
      into result
      from generate_series(1, n) as k;
  end if;

  if p_payment_hash is not null then
    -- A slice of ours may ask for its payment twice in one batch.
    select array_agg(case when u.place > 1 then u.first else same_as[u.k] end order by u.k) into same_as
      from (select k, row_number() over calls as place, first_value(k) over calls as first
              from generate_series(1, n) as k
            window calls as (partition by p_id[k] order by k)) u;
    select array_agg(case when is_new then payments.refusal_of_hash(p_at, p_payment_hash[k], p_expires_at[k], p_id[k])
                          else result[k] end order by k)
      into result
      from generate_series(1, n) as k
     cross join lateral (select result[k] is null and same_as[k] is null as is_new) r;
    select array_agg(u.is_new and u.place > 1 order by u.k) into is_rival
      from (select k, is_new, row_number() over (partition by p_payment_hash[k], is_new order by k) as place
              from generate_series(1, n) as k
             cross join lateral (
                     select p_payment_hash[k] is not null and result[k] is null and same_as[k] is null as is_new) r) u;
  end if;

  if array_position(p_recipient, null) is not null then
    compared_from := ledger.compared_from(p_at);
    if compared_from is not null then
      select array_agg(case when result[k] is not null or same_as[k] is not null or p_recipient[k] is not null
                              or p_origin_kind[k] <> 'request' or p_is_own[k] then result[k]
                            else payments.refusal_of_repeat(compared_from, p_amount[k], p_account[k], p_pay_anyway[k])
                       end order by k)
        into result
        from generate_series(1, n) as k;
    end if;
    select array_agg(result[k] is null and same_as[k] is null and p_recipient[k] is null and p_refused[k] is null
                     order by k)
      into is_wanted
      from generate_series(1, n) as k;
    full_limit := payments.find_full(
      p_at, p_wallet, p_funder, p_payee, p_host, p_is_own, is_wanted, p_wallet_max, p_owner_max, p_node_max);
    if array_remove(full_limit, null) <> '{}' then
      -- What the wallet cannot pay takes no slot from the others.
      select array_agg(is_wanted[k] and (p_wallet[k] is null
                                         or ledger.balance(p_account[k]) >= p_amount[k] + p_fee_limit[k])
               order by k)
        into is_payable
        from generate_series(1, n) as k;
      select array_agg(case when is_payable[u.k] then u.limit_name else full_limit[u.k] end order by u.k)
        into full_limit
        from unnest(payments.find_full(
               p_at, p_wallet, p_funder, p_payee, p_host, p_is_own, is_payable, p_wallet_max, p_owner_max, p_node_max))
             with ordinality u(limit_name, k);
      select array_agg(coalesce('full_' || full_limit[k], result[k]) order by k) into result
        from generate_series(1, n) as k;
    end if;
  end if;

  select array_agg(p_recipient[k] is null and p_is_own[k] is not true order by k) into leaves
    from generate_series(1, n) as k;
  if true = any (leaves) and ledger.is_sending_limited() then
    in_flight := payments.in_flight();
    refusal := ledger.refusal_of_sending(
      p_at, array(select p_amount[k] from generate_series(1, n) as k
                   where leaves[k] and result[k] is null and same_as[k] is null), in_flight);
    -- Those that come first and can be paid take what is left.
    is_alone := case when refusal is null then is_alone else leaves end;
  end if;

  -- Over Lightning the reservation covers the fee limit.
  select l.outcome, l.no, l.available into posted, posting, available_to
    from (
      select array_agg(case when result[k] is null and same_as[k] is null and is_rival[k] is not true
                              and not is_alone[k] then p_transfer[k] end
               order by k) as transfer,
             array_agg(coalesce(p_recipient[k], reserved) order by k) as credit,
             array_agg(case when p_recipient[k] is null then p_amount[k] + p_fee_limit[k] else p_amount[k] end
                       order by k)
               as total
        from generate_series(1, n) as k
    ) r
   cross join lateral payments.post_within_budgets(
           p_at, p_id, p_key, p_fits, p_refused, p_headroom, r.transfer, p_account, r.credit, r.total, p_amount) l;

  select array_agg(case
           when posted[k] = 'skipped' then result[k]
           when posted[k] = 'posted' and p_recipient[k] is null then 'reserved'
           when posted[k] = 'posted' then 'completed'
           else posted[k]
         end order by k)
    into result
    from generate_series(1, n) as k;

  select sum(p_amount[k]) into sent from generate_series(1, n) as k where leaves[k] and posting[k] is not null;
  if sent is not null then
    perform ledger.count_sent(p_at, sent);
  end if;

  -- Of several that pay one invoice the first that can gets it.
  if true = any (is_rival || is_alone) then
    for k in 1..n loop
      if (is_rival[k] or is_alone[k]) and result[k] is null and same_as[k] is null then
        refusal := case when is_alone[k] then ledger.refusal_of_sending(p_at, p_amount[k:k], in_flight) end;
        if is_rival[k] and exists (select from generate_series(1, k - 1) as j
                    where p_payment_hash[j] = p_payment_hash[k] and result[j] = 'reserved') then
          result[k] := 'invoice_in_use';
        elsif refusal is not null and p_refused[k] is null then
          result[k] := refusal;
          available_to[k] := case refusal when 'over_service_day' then ledger.left_of_day(p_at) end;
        else
          -- The budget of the key without what its other payments of this batch have taken by now.
          taken_by_key := coalesce((select sum(p_amount[j]) from generate_series(1, n) as j
                                     where p_key[j] = p_key[k] and posting[j] is not null), 0);
          select array_replace(l.outcome, 'posted', 'reserved'), l.no, l.available
            into posted, rival_no, rival_available
            from payments.post_within_budgets(
                   p_at, p_id[k:k], p_key[k:k], p_fits, p_refused[k:k],
                   array[p_headroom[k] - taken_by_key], p_transfer[k:k],
                   p_account[k:k], array[reserved], array[p_amount[k] + p_fee_limit[k]], p_amount[k:k]) l;
          result[k] := posted[1];
          posting[k] := rival_no[1];
          available_to[k] := rival_available[1];
          if leaves[k] and posting[k] is not null then
            perform ledger.count_sent(p_at, p_amount[k]);
            in_flight := in_flight + 1;
          end if;
        end if;
      end if;
    end loop;
  end if;

  -- What finds no slot and no money either gets that answer: waiting for a slot would not help.
  if array_remove(full_limit, null) <> '{}' then
    select array_agg(case when w.is_short then 'insufficient_funds' else result[w.k] end order by w.k),
           array_agg(case when w.is_short then w.balance else available_to[w.k] end order by w.k)
      into result, available_to
      from (
        select k, b.balance, full_limit[k] is not null and b.balance < p_amount[k] + p_fee_limit[k] as is_short
          from generate_series(1, n) as k
         cross join lateral (
           select case when full_limit[k] is not null then ledger.balance(p_account[k]) end) b(balance)
      ) w;
  end if;

  -- A duplicate in this batch replays its first, or is refused for the same reason.
  select array_agg(case
           when same_as[k] is null then result[k]
           when result[same_as[k]] in ('reserved', 'completed') then 'replay'
           else result[same_as[k]]
         end order by k),
         array_agg(coalesce(known_id[same_as[k]], known_id[k]) order by k),
         array_agg(coalesce(available_to[same_as[k]], available_to[k]) order by k)
    into result, known_id, available_to
    from generate_series(1, n) as k;
end $$;
