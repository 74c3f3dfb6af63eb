-- Payments that the node made without us since p_from, and that no payment of ours explains; booked as a loss or set
-- aside or not. A payment of ours that has failed explains nothing, unless its hash settled all the same.
create or replace function payments.list_lost(p_from timestamptz)
returns table (payment_hash bytea, amount_msats bigint)
language sql
stable
as $$
  select l.payment_hash, l.amount_msats
    from lightning.list_lost(p_from) l
   where not exists (
           select from payments.payment q
            where q.payment_hash = l.payment_hash
              and (q.state <> 'failed' or q.hash_is_frozen))
$$;

-- Which payments of the node a new payment of this account and amount may repeat: they left after the copy was made
-- that was restored, and no payment of ours explains them. Whom they paid and from which wallet is not known, or an
-- operator has assigned them to this wallet: their request is not known. Null p_from: there was no restore of late.
create or replace function payments.maybe_paid(p_from timestamptz, p_amount bigint, p_account bigint)
returns table (payment_hash bytea)
language sql
stable
as $$
  select l.payment_hash
    from payments.list_lost(p_from) l
   where l.amount_msats = p_amount
   union all
  select q.payment_hash
    from payments.payment q
   where q.is_assigned
     and (q.account_no, q.amount_msats) = (p_account, p_amount)
     and q.brought_back_at >= p_from
     and q.state <> 'failed'
$$;

-- Why a request for a new payment is refused after a restore; null: it is not. p_anyway: the hash of a payment that it
-- may be, as the payer has named it.
create or replace function payments.refusal_of_repeat(
  p_from timestamptz,
  p_amount bigint,
  p_account bigint,
  p_anyway bytea
) returns text
language sql
stable
as $$
  select case when count(*) > 0 and coalesce(bool_and(m.payment_hash <> p_anyway), true) then 'maybe_paid' end
    from payments.maybe_paid(p_from, p_amount, p_account) m
$$;
