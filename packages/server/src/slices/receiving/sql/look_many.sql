-- What payers of pay links have to know: the static charge, what the wallet may still hold (headroom, null: any
-- amount), and how many invoices of the link wait for their payment, counted to p_waiting_max. Changes nothing.
--
-- p_wallet, p_account: of a wallet's own link; null with p_static, whose static charge has them. A static charge that
-- does not exist has a null id.
create or replace function receiving.look_many(
  p_at timestamptz,
  p_wallet uuid[],
  p_account bigint[],
  p_static uuid[],
  p_waiting_max int
) returns table (
  i int, id uuid, wallet_id uuid, owner_id uuid, owner_kind text, account_no bigint, min_msats bigint, max_msats bigint,
  description text,
  success_message text, internal_id text, callback_url text, allowed_slots int, slots_taken int, created_at timestamptz,
  headroom bigint,
  waiting int)
language sql
stable
as $$
  select k.i, s.id, s.wallet_id, s.owner_id, s.owner_kind, s.account_no, s.min_msats, s.max_msats, s.description,
         s.success_message,
         s.internal_id, s.callback_url, s.allowed_slots, s.slots_taken, s.created_at,
         ledger.receivable(coalesce(s.account_no, p_account[k.i])),
         -- One of the two is nothing at once: `is not distinct from` would not find its place in the index.
         (select count(*)::int
            from (select 1
                    from receiving.charge c
                   where c.wallet_id = s.wallet_id
                     and c.static_charge_id = s.id
                     and c.expires_at > p_at
                     and c.origin = 'pay_link'
                     and c.state = 'pending'
                     and c.displaced_at is null
                   limit p_waiting_max) w) +
         (select count(*)::int
            from (select 1
                    from receiving.charge c
                   where c.wallet_id = p_wallet[k.i]
                     and c.static_charge_id is null
                     and c.expires_at > p_at
                     and c.origin = 'pay_link'
                     and c.state = 'pending'
                     and c.displaced_at is null
                   limit p_waiting_max) w)
    from generate_series(1, cardinality(p_static)) as k(i)
    left join receiving.static_charge s
      on s.id = p_static[k.i]
$$;
