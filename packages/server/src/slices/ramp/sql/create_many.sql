-- Writes sessions and claims their idempotency keys. A session lasts 15 minutes by the clock of the database.
--
-- p_known_user: who the person is, as the project has proved.
-- p_token_hash: of the token that opens the page.
--
-- outcome: created (also what this very call wrote before its connection broke), replay (session = the one made
-- before), mismatch (the key was used with other input).
create or replace function ramp.create_many(
  p_at timestamptz,
  p_id uuid[],
  p_project uuid[],
  p_email text[],
  p_webhook_url text[],
  p_destination text[],
  p_quote_currency text[],
  p_reference text[],
  p_metadata text[],
  p_return_url text[],
  p_known_user uuid[],
  p_token_hash bytea[],
  p_request text[],
  p_scope uuid[],
  p_input bytea[]
) returns table (i int, outcome text, session uuid)
language plpgsql
as $$
declare
  at constant timestamptz := date_trunc('milliseconds', statement_timestamp());
  claimed text[];
  made uuid[];
begin
  if cardinality(array_remove(p_scope, null)) > 0 then
    perform ledger.lock_book();
  end if;
  select c.outcome, c.resource into claimed, made
    from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;

  insert into ramp.session (
    id, project_id, email, webhook_url, destination, quote_currency, reference_id, metadata, return_url,
    known_user_id, token_hash, request_id, state, created_at, expires_at)
  select u.id, u.project, u.email, u.webhook_url, u.destination, u.quote_currency, u.reference, u.metadata::jsonb,
         u.return_url, u.known_user, u.token_hash, u.request, 'open',
         at, at + interval '15 minutes'
    from unnest(p_id, p_project, p_email, p_webhook_url, p_destination, p_quote_currency, p_reference, p_metadata,
                p_return_url, p_known_user, p_token_hash, p_request, claimed)
         as u(id, project, email, webhook_url, destination, quote_currency, reference, metadata, return_url,
              known_user, token_hash, request, claimed)
   where u.claimed = 'claimed'
      on conflict (id) do nothing;

  return query
    select u.i::int,
           case when u.claimed = 'claimed' or u.claimed = 'replay' and u.made = u.id then 'created' else u.claimed end,
           case when u.claimed = 'replay' then u.made else u.id end
      from unnest(p_id, claimed, made) with ordinality u(id, claimed, made, i);
end $$;
