-- Writes vouchers or withdrawal requests which were issued before a restore, and which the copy lacks: all that one
-- request issued. They wait for the restore as what was open in the copy. The value of vouchers leaves the issuer's
-- wallet again; what it cannot cover is lent to it. So does our fee of a
-- payment to an e-mail address. Their descriptions and callbacks are not known. Door for the restore slice.
--
-- p_items: as of vouchers.issue_many, with a new code for each voucher, and our fee. p_transfer, p_loan and p_fee_loan
-- have one for each item. p_key: the key that asked for them.
--
-- outcome: brought_back, known (the copy has it), no_wallet (the copy does not have the issuer's wallet), code_taken
-- (ask again with other codes). lent: msats.
create or replace function vouchers.bring_back(
  p_at timestamptz,
  p_batch uuid,
  p_kind text,
  p_wallet uuid,
  p_items jsonb,
  p_issued_at timestamptz,
  p_scope uuid,
  p_input bytea,
  p_key uuid,
  p_restore uuid,
  p_transfer uuid[],
  p_loan uuid[],
  p_fee_loan uuid[],
  p_incident uuid,
  out outcome text,
  out lent bigint
)
language plpgsql
as $$
declare
  issuer record;
  item record;
  key_hour int;
begin
  perform ledger.lock_book();
  lent := 0;
  select w.owner, w.account into issuer
    from wallets.with_id(p_wallet) w;
  outcome := case
    when exists (select from vouchers.voucher v where v.batch_id = p_batch) then 'known'
    when issuer.account is null then 'no_wallet'
    when exists (
      select from vouchers.voucher v
       where v.code in (select u.code from jsonb_to_recordset(p_items) as u(code text))
         and v.state in ('open', 'claiming')) then 'code_taken'
    else 'brought_back'
  end;
  if outcome <> 'brought_back' then
    return;
  end if;
  -- its key has issued something else: this line's request was repeated, and nobody has what it announced
  if (idempotency.claim_keys(p_at, array[p_scope], array[p_input], array[p_batch])).outcome[1] <> 'claimed' then
    outcome := 'known';
    return;
  end if;

  for item in
    select *
      from rows from (jsonb_to_recordset(p_items) as (
             id uuid, code text, token_hash text, amount bigint, fee bigint, internal_id text,
             expires_at timestamptz))
           with ordinality as u(id, code, token_hash, amount, fee, internal_id, expires_at, i)
  loop
    if p_kind = 'voucher' then
      lent := lent + (
        ledger.post_departed(
          p_at, p_transfer[item.i], p_loan[item.i], issuer.account, ledger.system('vouchers_outstanding'), item.amount,
          item.amount, p_issued_at, 'voucher', item.id)).lent;
      if item.fee > 0 then
        lent := lent + (
          ledger.post_departed(
            p_at, p_transfer[item.i], p_fee_loan[item.i], issuer.account, ledger.system('fee_income_email'), item.fee,
            0, p_issued_at, 'voucher_fee', item.id)).lent;
      end if;
    end if;
    key_hour := projects.count_departed(p_at, p_key, p_issued_at, item.amount);
    insert into vouchers.voucher (
      id, kind, batch_id, wallet_id, owner_id, account_no, code, token_hash, token, amount_msats, our_fee_msats,
      description, internal_id, create_transfer_id, key_id, key_hour, created_at, expires_at, state, due_at,
      restore_id)
    values (
      item.id, p_kind, p_batch, p_wallet, issuer.owner, issuer.account, item.code, decode(item.token_hash, 'hex'),
      case p_kind when 'withdrawal' then '' end, item.amount, item.fee,
      '', item.internal_id, case p_kind when 'voucher' then p_transfer[item.i] end,
      case when key_hour is not null then p_key end, key_hour, p_issued_at, item.expires_at,
      'open', item.expires_at, p_restore);
  end loop;
  if lent > 0 then
    perform incidents.record_many(
              p_at, array[p_incident], 'wallet', array[p_wallet::text], array['restore_deficit'],
              array[format('%s msats were lent for vouchers of request %s, issued before the restore', lent, p_batch)]);
  end if;
end $$;
