-- Redeems vouchers into wallets of this service. The code alone is not enough: the claim token belongs to it, or the
-- verified e-mail address that the voucher was sent to (p_recipient_hash, of the user who asks).
--
-- Wrong codes are counted for the account that asks (p_asker), for its network, and in all. After too many of them in
-- an hour codes are no longer looked up without their token. A right token is never refused for that: it cannot be
-- guessed.
--
-- p_transfer: the transfer into the wallet; an idempotency key stands for it.
--
-- outcome: redeemed, replay, mismatch, paused, unknown (no such code, or the wrong token: also of one that was
--          redeemed), too_many_wrong (again_at = when codes are looked up again), ended (with its own token: ended_as =
--          the state that it is in), over_max_balance (headroom = what the wallet may hold besides what it has).
create or replace function vouchers.redeem_many(
  p_at timestamptz,
  p_code text[],
  p_token_hash bytea[],
  p_recipient_hash bytea[],
  p_wallet uuid[],
  p_account bigint[],
  p_asker text[],
  p_network text[],
  p_transfer uuid[],
  p_event uuid[],
  p_scope uuid[],
  p_input bytea[],
  p_asker_max int,
  p_network_max int,
  p_total_max int
) returns table (i int, outcome text, voucher uuid, ended_as text, again_at timestamptz, headroom bigint)
language plpgsql
as $$
declare
  paused boolean;
  claimed text[];
  known_transfer uuid[];
  given vouchers.voucher;
  k int;
begin
  paused := ledger.lock_open_book();
  select c.outcome, c.resource into claimed, known_transfer
    from idempotency.claim_keys(p_at, p_scope, p_input, p_transfer) c;

  for k in 1..cardinality(p_code) loop
    i := k;
    ended_as := null;
    again_at := null;
    headroom := null;
    outcome := null;

    -- What this very call has done before its connection broke, or an earlier one with the same key.
    select v.* into given
      from vouchers.voucher v
     where v.end_transfer_id = coalesce(known_transfer[k], p_transfer[k]);
    if found then
      outcome := case
        when given.end_transfer_id = p_transfer[k] then 'redeemed'
        when claimed[k] = 'replay' then 'replay'
        else 'mismatch'
      end;
    elsif claimed[k] = 'mismatch' then
      outcome := 'mismatch';
    elsif paused then
      outcome := 'paused';
    else
      select v.* into given
        from vouchers.voucher v
       where v.token_hash = p_token_hash[k]
         and v.code = p_code[k]
         for update;
      if not found then
        again_at := vouchers.guessing_until(
          p_at, array[p_asker[k], p_network[k], 'all'], array[p_asker_max, p_network_max, p_total_max]);
        if again_at is not null then
          outcome := 'too_many_wrong';
        else
          select v.* into given
            from vouchers.voucher v
           where v.code = p_code[k]
             and v.recipient_hash = p_recipient_hash[k]
             and v.state in ('open', 'claiming')
             for update;
          if not found then
            outcome := 'unknown';
            perform vouchers.count_wrong(p_at, array[p_asker[k], p_network[k], 'all']);
          end if;
        end if;
      end if;
    end if;

    if outcome is null and (given.state <> 'open' or given.expires_at <= p_at) then
      outcome := 'ended';
      ended_as := case given.state when 'open' then 'expired' else given.state end;
    elsif outcome is null and given.amount_msats > ledger.headroom(p_account[k]) then
      outcome := 'over_max_balance';
      headroom := ledger.headroom(p_account[k]);
    elsif outcome is null then
      perform ledger.refuse_waiting(given.restore_id);
      outcome := 'redeemed';
      perform vouchers.redeem(p_at, given, p_wallet[k], p_account[k], p_transfer[k], p_event[k]);
    end if;

    if claimed[k] = 'claimed' and outcome <> 'redeemed' and p_scope[k] is not null then
      perform idempotency.release_many(p_at, array[p_scope[k]]);
    end if;
    voucher := given.id;
    return next;
  end loop;
end $$;

-- Redeems a voucher that is open into a wallet.
create or replace function vouchers.redeem(
  p_at timestamptz,
  p_voucher vouchers.voucher,
  p_wallet uuid,
  p_account bigint,
  p_transfer uuid,
  p_event uuid
) returns void
language plpgsql
as $$
declare
  redeemed vouchers.voucher;
begin
  perform ledger.post_all(
            p_at, array[p_transfer], array[ledger.system('vouchers_outstanding')], array[p_account],
            array[p_voucher.amount_msats],
            null, null, array['voucher_ended'], array[p_voucher.id]);
  update vouchers.voucher v
     set state = 'redeemed',
         version = v.version + 1,
         due_at = null,
         ended_at = p_at,
         ended_by = p_wallet,
         end_transfer_id = p_transfer
   where v.id = p_voucher.id
  returning v.* into redeemed;
  perform vouchers.after_end(p_at, redeemed, p_event);
end $$;

-- Until when codes are not looked up for one of these subjects, because of too many wrong ones; null: they are.
create or replace function vouchers.guessing_until(p_at timestamptz, p_subject text[], p_max int[]) returns timestamptz
language sql
stable
as $$
  select max(w.since + interval '1 hour')
    from unnest(p_subject, p_max) as u(subject, most)
    join vouchers.wrong_code w
      on w.subject = u.subject
   where w.wrong >= u.most
     and w.since > p_at - interval '1 hour'
$$;

-- Counts a wrong code. Counters whose hour is over are removed first: no call counts on one of them.
create or replace function vouchers.count_wrong(p_at timestamptz, p_subject text[]) returns void
language plpgsql
as $$
begin
  perform vouchers.forget_wrong(p_at);
  insert into vouchers.wrong_code as w (subject, since, wrong)
  select distinct u.subject, p_at, 1
    from unnest(p_subject) as u(subject)
   where u.subject is not null
      on conflict (subject) do update
     set since = case when w.since <= p_at - interval '1 hour' then p_at else w.since end,
         wrong = case when w.since <= p_at - interval '1 hour' then 1 else w.wrong + 1 end;
end $$;
