-- Ends vouchers and withdrawal requests that are open: as `revoked` by their issuer or the operator, as `expired` when
-- their time is over. The value of a voucher goes back to the wallet that paid for it. What is being paid out is left
-- as it is.
--
-- p_by: the wallet that revokes; null: the operator or the system. p_despite_restore: also one that waits for a
-- restore; the operator decides so. p_event: id of the event that says so.
--
-- outcome: ended, replay (the key has ended it before), mismatch, not_yet (it has not expired), or the state that it is
-- in: claiming, redeemed, revoked, expired.
create or replace function vouchers.end_many(
  p_at timestamptz,
  p_id uuid[],
  p_as text[],
  p_by uuid[],
  p_transfer uuid[],
  p_event uuid[],
  p_scope uuid[],
  p_input bytea[],
  p_despite_restore boolean[]
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  claimed text[];
  given vouchers.voucher;
  k int;
begin
  perform ledger.lock_open_book();
  select c.outcome into claimed
    from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;

  for k in 1..cardinality(p_id) loop
    i := k;
    select v.* into strict given from vouchers.voucher v where v.id = p_id[k] for update;
    if p_despite_restore[k] and given.state = 'claiming' and given.restore_id is not null
      and payments.give_up(p_at, given.payment_id) then
      given := vouchers.unbind(given.id); -- its payment was never begun in this copy, and never will be
    end if;
    outcome := case
      when given.end_transfer_id = p_transfer[k] then 'ended' -- repeated after a lost connection
      when claimed[k] = 'mismatch' then 'mismatch'
      when claimed[k] = 'replay' and given.state = p_as[k] then 'replay'
      when given.state <> 'open' then given.state
      when p_as[k] = 'expired' and given.expires_at > p_at then 'not_yet'
    end;
    if outcome is null then
      if not p_despite_restore[k] then
        perform ledger.refuse_waiting(given.restore_id);
      end if;
      outcome := 'ended';
      perform vouchers.end_open(p_at, given, p_as[k], p_by[k], p_transfer[k], p_event[k]);
    elsif claimed[k] = 'claimed' and outcome <> 'ended' and p_scope[k] is not null then
      perform idempotency.release_many(p_at, array[p_scope[k]]);
    end if;
    return next;
  end loop;
end $$;

-- Ends one that is open, whose row is locked: all that belongs to its end.
create or replace function vouchers.end_open(
  p_at timestamptz,
  p_voucher vouchers.voucher,
  p_as text,
  p_by uuid,
  p_transfer uuid,
  p_event uuid
) returns void
language plpgsql
as $$
declare
  ended vouchers.voucher;
begin
  if p_voucher.kind = 'voucher' then
    perform vouchers.give_back(p_at, p_voucher, p_transfer, p_voucher.amount_msats);
  end if;
  perform vouchers.give_back_budget(p_voucher, p_voucher.amount_msats);
  update vouchers.voucher v
     set state = p_as,
         version = v.version + 1,
         due_at = null,
         restore_id = null,
         ended_at = p_at,
         ended_by = p_by,
         end_transfer_id = case v.kind when 'voucher' then p_transfer end
   where v.id = p_voucher.id
  returning v.* into ended;
  perform vouchers.after_end(p_at, ended, p_event);
end $$;

-- Gives what is left of a voucher's value back to the wallet that paid for it; its spending limits get it back as well.
create or replace function vouchers.give_back(
  p_at timestamptz,
  p_voucher vouchers.voucher,
  p_transfer uuid,
  p_amount bigint
) returns void
language plpgsql
as $$
begin
  perform ledger.post_all(
            p_at, array[p_transfer], array[ledger.system('vouchers_outstanding')], array[p_voucher.account_no],
            array[p_amount],
            array[-p_amount], array[p_voucher.created_at], array['voucher_ended'], array[p_voucher.id]);
end $$;

-- Gives what was not taken back to the budget of the key that has issued it.
create or replace function vouchers.give_back_budget(p_voucher vouchers.voucher, p_amount bigint) returns void
language plpgsql
as $$
begin
  if p_voucher.key_id is not null then
    perform projects.give_back_spending(array[p_voucher.key_id], array[p_voucher.key_hour], array[p_amount]);
  end if;
end $$;

-- What the budget of its key counts of a voucher or a withdrawal request: its value as long as it may be taken, then
-- what was taken.
create or replace function vouchers.counted(p_voucher vouchers.voucher) returns bigint
language sql
immutable
as $$
  select case
    when p_voucher.state in ('revoked', 'expired') then 0
    when p_voucher.state <> 'redeemed' or p_voucher.payment_id is null then p_voucher.amount_msats
    else p_voucher.claim_msats + least(p_voucher.fee_msats, p_voucher.amount_msats - p_voucher.claim_msats)
  end
$$;

-- What belongs to the end of a voucher or a withdrawal request: its event, for those who receive it; a mail with its
-- link that was not sent yet is not sent any more.
create or replace function vouchers.after_end(p_at timestamptz, p_voucher vouchers.voucher, p_event uuid) returns void
language plpgsql
as $$
begin
  if p_voucher.mail_id is not null then
    perform mails.cancel_many(p_at, array[p_voucher.mail_id]);
  end if;
  if events.is_received(p_at, array[p_voucher.owner_id], array[p_voucher.callback_url]) then
    perform events.append_many(
              p_at, array[p_event], array[p_voucher.owner_id],
              array[vouchers.event_of_end(p_voucher)],
              array[p_voucher.id], array[p_voucher.version], null, array[p_voucher.callback_url], null);
  end if;
end $$;

-- The type of that event.
create or replace function vouchers.event_of_end(p_voucher vouchers.voucher) returns text
language sql
immutable
as $$
  select case
    when p_voucher.kind = 'voucher' then 'voucher.' || p_voucher.state
    when p_voucher.state = 'redeemed' then 'withdrawal.completed'
    else 'withdrawal.expired'
  end
$$;

-- Takes the invoice and the payment's id from a claim: it can be taken again.
create or replace function vouchers.unbind(p_id uuid) returns vouchers.voucher
language sql
as $$
  update vouchers.voucher v
     set state = 'open',
         version = v.version + 1,
         due_at = v.expires_at,
         payment_id = null,
         invoice = null,
         payment_hash = null,
         claim_msats = null
   where v.id = p_id
  returning v.*
$$;
