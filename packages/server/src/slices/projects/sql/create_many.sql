-- Creates projects: a row, a wallet, an account in the ledger. The ledger's row is locked first, so of two requests for
-- one name or one handle only one wins. A request whose id is known already (its connection broke) gets what it made.
--
-- status: 0 created, 1 the name is taken.
create or replace function projects.create_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_name text[],
  p_folded_name text[],
  p_handle text[]
) returns table (i int, status smallint, handle text, wallet uuid, account bigint, created_at timestamptz)
language plpgsql
as $$
declare
  account_no bigint;
  taken uuid;
  k int;
begin
  perform ledger.lock_book();

  for k in 1..cardinality(p_id) loop
    taken := null;
    select q.id into taken
      from projects.project q
     where q.folded_name = p_folded_name[k];

    if taken is null then
      account_no := (ledger.open_accounts(array['wallet']))[1];
      insert into projects.project (id, name, folded_name, handle, created_at)
      values (p_id[k], p_name[k], p_folded_name[k], projects.free_handle(p_handle[k]), p_at);
      insert into projects.wallet (id, project_id, account_no, created_at)
      values (p_wallet[k], p_id[k], account_no, p_at);
      taken := p_id[k];
    end if;

    if taken = p_id[k] then
      return query
        select k, 0::smallint, q.handle, q.wallet_id, q.account_no, q.created_at
          from projects.owner q
         where q.id = p_id[k];
    else
      return query select k, 1::smallint, null::text, null::uuid, null::bigint, null::timestamptz;
    end if;
  end loop;
end $$;

-- The wished handle, else the first free one of wish-2, wish-3, … (a handle has at most 32 characters).
create or replace function projects.free_handle(p_wish text) returns text
language plpgsql
as $$
declare
  candidate text := p_wish;
  tries int := 1;
begin
  while exists (select from projects.project q where q.handle = candidate) loop
    tries := tries + 1;
    candidate := left(p_wish, 31 - length(tries::text)) || '-' || tries;
  end loop;
  return candidate;
end $$;
