-- Creates projects of users, each with its user as the owner, together or not at all: claims the idempotency key first.
-- The ledger's row is locked, so a user's projects are counted by one request at a time. Repeated after a lost
-- connection, with the same ids, it answers `created` and does nothing.
--
-- outcome: created, replay (project = the one that the idempotency key made), mismatch, name_taken, too_many.
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
  p_max int[],
  p_scope uuid[],
  p_input bytea[]
) returns table (i int, outcome text, project uuid, handle text)
language plpgsql
as $$
declare
  n constant int := cardinality(p_id);
  claimed text[];
  earlier uuid[];
  result text[] := array_fill(null::text, array[n]);
  k int;
begin
  perform ledger.lock_book();
  select c.outcome, c.resource into claimed, earlier
    from idempotency.claim_keys(p_at, p_scope, p_input, p_id) c;

  for k in 1..n loop
    i := k;
    project := p_id[k];
    handle := null;
    if claimed[k] = 'mismatch' then
      outcome := 'mismatch';
    elsif claimed[k] = 'replay' and earlier[k] <> p_id[k] then
      -- The same request earlier in this call may have been refused: then this one is refused for the same reason.
      outcome := case
        when coalesce(result[array_position(p_id, earlier[k])], 'created') in ('created', 'replay') then 'replay'
        else result[array_position(p_id, earlier[k])]
      end;
      project := earlier[k];
    else
      select o.outcome, o.handle into outcome, handle
        from members.open(
               p_at, p_id[k], p_wallet[k], p_name[k], p_folded_name[k], p_handle[k], p_member[k], p_user[k], p_key[k],
               p_hash[k], p_cap[k], p_daily[k], p_max[k]) o;
    end if;
    result[k] := outcome;
    return next;
  end loop;

  perform idempotency.release_refused(p_at, p_scope, claimed, result, array['created']);
end $$;

-- Creates one of them. outcome: created, name_taken, too_many.
create or replace function members.open(
  p_at timestamptz,
  p_id uuid,
  p_wallet uuid,
  p_name text,
  p_folded_name text,
  p_handle text,
  p_member uuid,
  p_user uuid,
  p_key uuid,
  p_hash bytea,
  p_cap bigint,
  p_daily bigint,
  p_max int,
  out outcome text,
  out handle text
)
language plpgsql
as $$
begin
  if p_max <= (select count(*)
                 from members.member m
                where m.user_id = p_user
                  and m.role = 'owner'
                  and m.id <> p_member
                  and m.removed_at is null) then
    outcome := 'too_many';
    return;
  end if;

  select c.outcome, c.handle
    into outcome, handle
    from projects.create_many(
           p_at, array[p_id], array[p_wallet], array[p_name], array[p_folded_name], array[p_handle]) c;

  if outcome = 'created' then
    perform members.add(p_at, p_member, p_id, p_user, 'owner', p_key, p_hash, null, p_cap, p_daily, null, 1);
  end if;
end $$;
