-- Writes charges whose invoices the node has made, and claims their idempotency keys. A charge that this very call
-- wrote before (its connection broke) counts as created.
--
-- outcome: created, replay (charge = the one made before), mismatch (the key was used with other input).
create or replace function receiving.charge_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_owner uuid[],
  p_account bigint[],
  p_amount bigint[],
  p_description text[],
  p_internal_id text[],
  p_callback_url text[],
  p_invoice text[],
  p_payment_hash bytea[],
  p_expires_at timestamptz[],
  p_origin text[],
  p_asked_by uuid[],
  p_static_charge uuid[],
  p_comment text[],
  p_payer_data text[],
  p_network text[],
  p_request text[],
  p_scope uuid[],
  p_input bytea[]
) returns table (i int, outcome text, charge uuid)
language plpgsql
as $$
declare
  claimed text[];
  made uuid[];
  node_now smallint;
begin
  perform ledger.lock_book();
  node_now := lightning.current_node();
  select c.outcome, c.resource into claimed, made
    from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;

  insert into receiving.charge (
    id, wallet_id, owner_id, account_no, amount_msats, description, internal_id, callback_url,
    invoice, payment_hash, created_at, expires_at, state, due_at,
    origin, asked_by, static_charge_id, comment, payer_data, network, request_id, node_no)
  select u.id, u.wallet, u.owner, u.account, u.amount, u.description, u.internal_id, u.callback_url,
         u.invoice, u.payment_hash, p_at, u.expires_at, 'pending', u.expires_at,
         u.origin, u.asked_by, u.static_charge, u.comment, u.payer_data::jsonb, u.network,
         u.request, node_now
    from unnest(p_id, p_wallet, p_owner, p_account, p_amount, p_description, p_internal_id, p_callback_url,
                p_invoice, p_payment_hash, p_expires_at, p_origin, p_asked_by, p_static_charge, p_comment, p_payer_data,
                p_network, p_request, claimed)
         as u(id, wallet, owner, account, amount, description, internal_id, callback_url,
              invoice, payment_hash, expires_at, origin, asked_by, static_charge, comment, payer_data,
              network, request, claimed)
   where u.claimed = 'claimed'
      on conflict (id) do nothing;

  return query
    select u.i::int,
           case when u.claimed = 'claimed' or u.claimed = 'replay' and u.made = u.id then 'created' else u.claimed end,
           case when u.claimed = 'replay' then u.made else u.id end
      from unnest(p_id, claimed, made) with ordinality u(id, claimed, made, i);
end $$;
