-- Pays to e-mail addresses: moves the value and our fee out of the payer's wallet as a voucher, and in the same step
-- either redeems the voucher into the wallet of the user who has the address, or writes the mail that says how it is
-- taken.
--
-- p_voucher: its id, which an idempotency key stands for. p_item: it, as in vouchers.issue_many. p_fee: ours; it is
-- never given back.
-- p_user, p_user_wallet, p_user_account: who has the address; null: a mail is sent. p_transfer_in, p_event: of the
-- redemption.
-- p_key: a key that has a policy; null: none has to be asked.
-- p_mail and what follows: the mail, as in mails.append_many; p_mail is null when there is a user. p_mail_due: when to
-- ask what became of it.
--
-- Repeated after a lost connection, with the same ids, it answers `paid` and does nothing.
--
-- outcome: paid, replay (voucher = the one made before), mismatch, code_taken (another voucher has the code), paused,
--          unsubscribed, project_limit, recipient_limit (of mails), over_max_balance,
--          insufficient_funds (available = what the wallet can give), limit_exceeded (available = what its limits
--          leave); over_key_cap, over_key_budget (available), destination_not_allowed.
create or replace function vouchers.pay_email_many(
  p_at timestamptz,
  p_voucher uuid[],
  p_wallet uuid[],
  p_owner uuid[],
  p_account bigint[],
  p_transfer uuid[],
  p_item text[],
  p_fee bigint[],
  p_user uuid[],
  p_user_wallet uuid[],
  p_user_account bigint[],
  p_transfer_in uuid[],
  p_event uuid[],
  p_mail uuid[],
  p_mail_kind text[],
  p_mail_project uuid[],
  p_recipient_hash bytea[],
  p_unsubscribe_hash bytea[],
  p_good_until timestamptz[],
  p_recipient text[],
  p_subject text[],
  p_body_text text[],
  p_body_html text[],
  p_unsubscribe_url text[],
  p_mail_due timestamptz[],
  p_scope uuid[],
  p_input bytea[],
  p_key uuid[],
  p_recipient_max int,
  p_project_max int
) returns table (i int, outcome text, voucher uuid, available bigint)
language plpgsql
as $$
declare
  n constant int := cardinality(p_voucher);
  paused boolean;
  claimed text[];
  known uuid[];
  result text[] := array_fill(null::text, array[n]);
  issued vouchers.voucher;
  first int;
  k int;
begin
  paused := ledger.lock_open_book();
  select c.outcome, c.resource into claimed, known
    from idempotency.claim_keys(p_at, p_scope, p_input, p_voucher) c;

  for k in 1..n loop
    i := k;
    voucher := p_voucher[k];
    available := null;
    outcome := null;

    if exists (select from vouchers.voucher v where v.id = p_voucher[k]) then
      outcome := 'paid';
    elsif claimed[k] = 'mismatch' then
      outcome := 'mismatch';
    elsif claimed[k] = 'replay' then
      -- The same request earlier in this call may have been refused: then this one is refused for the same reason.
      first := array_position(p_voucher, known[k]);
      outcome := case when first is null or result[first] in ('paid', 'replay') then 'replay' else result[first] end;
      voucher := known[k];
    elsif paused then
      outcome := 'paused';
    elsif (p_item[k]::jsonb ->> 'amount')::bigint > ledger.headroom(p_user_account[k]) then
      -- What the payer cannot pay is refused for that alone: else it could find the headroom of the user's wallet
      -- without money.
      begin
        select r.outcome, r.available into outcome, available
          from vouchers.issue(
                 p_at, p_voucher[k], 'voucher', p_wallet[k], p_owner[k], p_account[k], p_transfer[k],
                 jsonb_build_array(p_item[k]::jsonb), p_key[k], p_fee[k]) r;
        if outcome = 'issued' then
          raise exception using errcode = 'LE001';
        end if;
      exception
        when sqlstate 'LE001' then
          outcome := 'over_max_balance';
      end;
    elsif p_user[k] is null then
      outcome := nullif(
        (mails.admit_many(p_at, array[p_mail_project[k]], array[p_recipient_hash[k]], p_recipient_max,
                          p_project_max))[1],
        'admitted');
    end if;

    if outcome is null then
      select r.outcome, r.available into outcome, available
        from vouchers.issue(
               p_at, p_voucher[k], 'voucher', p_wallet[k], p_owner[k], p_account[k], p_transfer[k],
               jsonb_build_array(p_item[k]::jsonb), p_key[k], p_fee[k]) r;
      if outcome = 'issued' then
        outcome := 'paid';
        if p_user[k] is null then
          update vouchers.voucher v
             set mail_id = p_mail[k],
                 due_at = least(p_mail_due[k], v.expires_at)
           where v.id = p_voucher[k];
          perform mails.append_many(
                    p_at, array[p_mail[k]], array[p_mail_kind[k]], array[p_mail_project[k]], array[p_recipient_hash[k]],
                    array[p_unsubscribe_hash[k]], array[p_good_until[k]], array[p_recipient[k]], array[p_subject[k]],
                    array[p_body_text[k]], array[p_body_html[k]], array[p_unsubscribe_url[k]], p_recipient_max,
                    p_project_max);
        else
          update vouchers.voucher v
             set receiver_id = p_user[k]
           where v.id = p_voucher[k]
          returning v.* into issued;
          perform vouchers.redeem(p_at, issued, p_user_wallet[k], p_user_account[k], p_transfer_in[k], p_event[k]);
        end if;
      end if;
    end if;

    result[k] := outcome;
    return next;
  end loop;

  perform idempotency.release_refused(p_at, p_scope, claimed, result, array['paid']);
end $$;
