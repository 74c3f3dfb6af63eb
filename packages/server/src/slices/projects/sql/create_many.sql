-- Creates projects: a row, and a wallet with its name and an account in the ledger. The ledger's row is locked first,
-- so of two requests for one name or one handle only one wins. A request whose id exists (its connection broke) gets
-- what it made.
--
-- outcome: created, name_taken.
create or replace function projects.create_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_name text[],
  p_folded_name text[],
  p_handle text[]
) returns table (i int, outcome text, handle text, wallet uuid, created_at timestamptz)
language plpgsql
as $$
declare
  holder uuid;
  k int;
begin
  perform ledger.lock_book();

  for k in 1..cardinality(p_id) loop
    select q.id into holder
      from projects.project q
     where q.folded_name = p_folded_name[k];

    if holder is null then
      insert into projects.project (id, name, folded_name, handle, wallet_id, created_at)
      values (
        p_id[k], p_name[k], p_folded_name[k], projects.open_wallet(p_at, p_wallet[k], p_id[k], p_handle[k]),
        p_wallet[k], p_at);
      holder := p_id[k];
    end if;

    return query
      select k, case when q.id = p_id[k] then 'created' else 'name_taken' end, q.handle, q.wallet_id, q.created_at
        from projects.project q
       where q.id = holder;
  end loop;
end $$;

-- Opens the wallet of a project under the wished handle, else under the first of wish-2, wish-3, … that no wallet has,
-- of a project or a user (a handle has at most 32 characters). Returns the handle.
create or replace function projects.open_wallet(p_at timestamptz, p_wallet uuid, p_project uuid, p_wish text)
returns text
language plpgsql
as $$
declare
  candidate text := p_wish;
  tries int := 1;
begin
  while wallets.open_named(p_at, p_wallet, 'project', p_project, candidate) is null loop
    tries := tries + 1;
    candidate := left(p_wish, 31 - length(tries::text)) || '-' || tries;
  end loop;
  return candidate;
end $$;
