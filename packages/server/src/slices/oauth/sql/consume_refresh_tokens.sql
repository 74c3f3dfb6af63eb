-- Marks refresh tokens as used. One that was used is refused, unless that was after p_grace_after: then its first time
-- stays. Check and mark are one statement for each. A repeated call finds its own mark, which is young enough, and so
-- do two uses in one call.
create or replace function oauth.consume_refresh_tokens(
  p_at timestamptz,
  p_hash bytea[],
  p_now timestamptz[],
  p_grace_after timestamptz[]
) returns table (i int, is_admitted boolean)
language plpgsql
set enable_seqscan = off
as $$
begin
  for k in 1 .. cardinality(p_hash) loop
    update oauth.artifact t
       set consumed_at = coalesce(t.consumed_at, p_now[k])
     where t.model = 'RefreshToken'
       and t.id_hash = p_hash[k]
       and (t.consumed_at is null or t.consumed_at > p_grace_after[k]);
    i := k;
    is_admitted := found;
    return next;
  end loop;
end $$;
