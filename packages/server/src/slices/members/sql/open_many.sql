-- Creates projects of users, each with its user as the owner, together or not at all. The ledger's row is locked first,
-- so a user's projects are counted by one request at a time.
--
-- outcome: created, name_taken, too_many.
create or replace function members.open_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_name text[],
  p_folded_name text[],
  p_handle text[],
  p_member uuid[],
  p_user uuid[],
  p_key uuid[],
  p_hash bytea[],
  p_cap bigint[],
  p_daily bigint[],
  p_max int[]
) returns table (i int, outcome text, handle text)
language plpgsql
as $$
declare
  k int;
begin
  perform ledger.lock_book();

  for k in 1..cardinality(p_id) loop
    i := k;
    if p_max[k] <= (select count(*)
                      from members.member m
                     where m.user_id = p_user[k]
                       and m.role = 'owner'
                       and m.removed_at is null) then
      outcome := 'too_many';
      handle := null;
      return next;
      continue;
    end if;

    select c.outcome, c.handle
      into outcome, handle
      from projects.create_many(
             p_at, array[p_id[k]], array[p_wallet[k]], array[p_name[k]], array[p_folded_name[k]],
             array[p_handle[k]]) c;

    if outcome = 'created' then
      perform members.add(
        p_at, p_member[k], p_id[k], p_user[k], 'owner', p_key[k], p_hash[k], null, p_cap[k], p_daily[k], null, 1);
    end if;
    return next;
  end loop;
end $$;
