-- Which limit leaves no place for each of the wanted payments; null where none does. In the order of the batch, and
-- what gets no place takes none from the others. docs/decisions/0039-fair-shares.md has the reasons.
--
-- wallet, owner: as many payments are pending as the wallet or its owner may have. What a recipient holds does not
-- count here. A payment is held when the node has had it for a minute.
-- recipient: the recipient's node, or the server of its address, holds a twentieth of the slots by payments of this
-- payer; or the node holds three quarters of the common slots, whoever pays, and the payer has no earned slot left.
-- share: half of the slots are earned, the others are common. The payer has taken what it earned and one common slot,
-- and gets more of those only as long as most of them are free.
-- node: all common slots, or all slots of the node are taken.
--
-- A payment of an invoice of our own node takes no slot.
create or replace function payments.find_full(
  p_at timestamptz,
  p_wallet uuid[],
  p_funder uuid[],
  p_payee text[],
  p_host text[],
  p_is_own boolean[],
  p_is_wanted boolean[],
  p_wallet_max int,
  p_owner_max int,
  p_node_max int
) returns text[]
language plpgsql
set enable_hashjoin = on
as $$
declare
  n constant int := cardinality(p_is_wanted);
  earned_max constant int := p_node_max / 2;
  common_max constant int := p_node_max - earned_max;
  held_max constant int := payments.held_max(p_node_max);
  held_common_max constant int := payments.held_common_max(p_node_max);
  result text[] := array_fill(null::text, array[n]);
  -- what payments of this batch take, by the number of their wallet and of their payer
  by_wallet int[] := array_fill(0, array[n]);
  by_funder int[] := array_fill(0, array[n]);
  slots_by_funder int[] := array_fill(0, array[n]);
  common_taken int;
  node_taken int;
  beyond int;
  is_own boolean;
  r record;
begin
  for r in
    with pending as materialized (
      select q.wallet_id, q.funder_id, q.payee_key, q.payee_host, not q.is_own_invoice as has_slot,
             payments.is_held(p_at, q) as is_held
        from payments.payment q
       where q.state not in ('completed', 'failed')
         and q.node_replaced_at is null),
    taken as materialized (
      select q.funder_id, count(*) filter (where not q.is_held)::int as quick,
             count(*) filter (where q.has_slot)::int as slots,
             coalesce(max(s.millionths), 0)::bigint * earned_max / 1000000 as earned
        from pending q
        left join payments.share s on s.funder_id = q.funder_id
       group by q.funder_id),
    held as materialized (
      select q.funder_id, q.payee_key, count(*)::int as held
        from pending q
       where q.is_held
       group by q.funder_id, q.payee_key)
    select k, dense_rank() over (order by p_wallet[k])::int as wallet_no,
           dense_rank() over (order by p_funder[k])::int as funder_no,
           (select coalesce(sum(greatest(t.slots - t.earned, 0)), 0) from taken t)::int as common,
           (select coalesce(sum(t.slots), 0) from taken t)::int as slots,
           coalesce(w.quick, 0) as of_wallet, coalesce(t.quick, 0) as of_funder,
           coalesce(t.slots, 0) as slots_of_funder,
           coalesce(s.millionths, 0)::bigint * earned_max / 1000000 as earned,
           coalesce(p.held, 0) >= held_max or coalesce(h.held, 0) >= held_max as is_holding,
           coalesce(c.held, 0) >= held_common_max as is_holding_common
      from generate_series(1, n) as k
      left join (select q.wallet_id, count(*)::int as quick from pending q where not q.is_held group by q.wallet_id) w
        on w.wallet_id = p_wallet[k]
      left join taken t on t.funder_id = p_funder[k]
      left join payments.share s on s.funder_id = p_funder[k]
      left join held p
        on p.funder_id = p_funder[k]
       and p.payee_key = p_payee[k]
      left join (select d.payee_key, sum(least(d.held, greatest(o.slots - o.earned, 0)))::int as held
                   from held d
                   join taken o on o.funder_id = d.funder_id
                  group by d.payee_key) c
        on c.payee_key = p_payee[k]
      left join (select q.funder_id, q.payee_host, count(*)::int as held from pending q where q.is_held
                  group by q.funder_id, q.payee_host) h
        on h.funder_id = p_funder[k]
       and h.payee_host = p_host[k]
     where p_is_wanted[k]
     order by k
  loop
    common_taken := coalesce(common_taken, r.common);
    node_taken := coalesce(node_taken, r.slots);
    is_own := coalesce(p_is_own[r.k], false);
    beyond := r.slots_of_funder + slots_by_funder[r.funder_no] - r.earned;
    result[r.k] := case
      when r.is_holding then 'recipient'
      when p_wallet[r.k] is not null and r.of_wallet + by_wallet[r.wallet_no] >= p_wallet_max then 'wallet'
      when p_funder[r.k] <> payments.operator() and r.of_funder + by_funder[r.funder_no] >= p_owner_max then 'owner'
      when is_own then null
      when node_taken >= p_node_max then 'node'
      when beyond < 0 then null
      when r.is_holding_common then 'recipient'
      when common_taken >= common_max then 'node'
      when beyond >= 1 and common_taken >= common_max / 2 then 'share'
    end;
    if result[r.k] is null then
      by_wallet[r.wallet_no] := by_wallet[r.wallet_no] + 1;
      by_funder[r.funder_no] := by_funder[r.funder_no] + 1;
      if not is_own then
        slots_by_funder[r.funder_no] := slots_by_funder[r.funder_no] + 1;
        node_taken := node_taken + 1;
        common_taken := common_taken + case when beyond >= 0 then 1 else 0 end;
      end if;
    end if;
  end loop;
  return result;
end $$;

-- Whether a pending payment is held: the node has had it for a minute.
create or replace function payments.is_held(p_at timestamptz, q payments.payment) returns boolean
language sql
immutable
as $$
  select q.state in ('dispatched', 'in_flight', 'unknown') and q.dispatched_at < p_at - interval '1 minute'
$$;

-- How many payments of one payer a recipient may hold.
create or replace function payments.held_max(p_node_max int) returns int
language sql
immutable
as $$
  select greatest(p_node_max / 20, 2)
$$;

-- How many common slots a recipient's node may hold, whoever pays: more than a few payers can take, who share the half
-- that is free for all.
create or replace function payments.held_common_max(p_node_max int) returns int
language sql
immutable
as $$
  select greatest((p_node_max - p_node_max / 2) * 3 / 4, 2)
$$;

-- On whom payments count that no wallet paid for: bitcoin that the operator sells.
create or replace function payments.operator() returns uuid
language sql
immutable
as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;
