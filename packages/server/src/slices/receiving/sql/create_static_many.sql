-- Writes static charges and claims their idempotency keys. One that this very call wrote before counts as created.
--
-- outcome: created, replay (static_charge = the one made before), mismatch (the key was used with other input).
create or replace function receiving.create_static_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_owner uuid[],
  p_owner_kind text[],
  p_account bigint[],
  p_min bigint[],
  p_max bigint[],
  p_description text[],
  p_success_message text[],
  p_internal_id text[],
  p_callback_url text[],
  p_allowed_slots int[],
  p_request text[],
  p_scope uuid[],
  p_input bytea[]
) returns table (i int, outcome text, static_charge uuid)
language plpgsql
as $$
declare
  claimed text[];
  made uuid[];
begin
  perform ledger.lock_book();
  select c.outcome, c.resource into claimed, made
    from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;

  insert into receiving.static_charge (
    id, wallet_id, owner_id, owner_kind, account_no, min_msats, max_msats, description, success_message, internal_id,
    callback_url,
    allowed_slots, request_id, created_at, updated_at)
  select u.id, u.wallet, u.owner, u.owner_kind, u.account, u.min, u.max, u.description, u.success_message,
         u.internal_id, u.callback_url,
         u.allowed_slots, u.request, p_at, p_at
    from unnest(p_id, p_wallet, p_owner, p_owner_kind, p_account, p_min, p_max, p_description, p_success_message,
                p_internal_id,
                p_callback_url, p_allowed_slots, p_request, claimed)
         as u(id, wallet, owner, owner_kind, account, min, max, description, success_message, internal_id,
              callback_url, allowed_slots, request, claimed)
   where u.claimed = 'claimed'
      on conflict (id) do nothing;

  return query
    select u.i::int,
           case when u.claimed = 'claimed' or u.claimed = 'replay' and u.made = u.id then 'created' else u.claimed end,
           case when u.claimed = 'replay' then u.made else u.id end
      from unnest(p_id, claimed, made) with ordinality u(id, claimed, made, i);
end $$;
