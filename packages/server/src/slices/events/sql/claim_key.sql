-- Claims the idempotency key of one request (p_scope null: none) while the ledger is locked, which puts all calls in a
-- row. outcome and resource are those of idempotency.claim_keys.
create or replace function events.claim_key(
  p_at timestamptz,
  p_scope uuid,
  p_input bytea,
  p_resource uuid,
  out outcome text,
  out resource uuid
)
language plpgsql
as $$
begin
  perform ledger.lock_book();
  select c.outcome[1], c.resource[1]
    into outcome, resource
    from idempotency.claim_keys(p_at, array[p_scope], array[p_input], array[p_resource]) c;
end $$;

-- Gives the key back: the request was refused.
create or replace function events.release(p_at timestamptz, p_scope uuid) returns void
language plpgsql
as $$
begin
  if p_scope is not null then
    perform idempotency.release_many(p_at, array[p_scope]);
  end if;
end $$;
