-- Locks what is known of an address until the end of the transaction, and returns it without what does not count any
-- more.
create or replace function login.lock_address(p_at timestamptz, p_address_hash bytea) returns login.address
language sql
as $$
  insert into login.address as a (address_hash, forget_at)
  values (p_address_hash, p_at)
      on conflict (address_hash) do update
     set (codes_at, codes_by) = (
           select coalesce(array_agg(c.at order by c.at, c.place), '{}'),
                  coalesce(array_agg(c.asker order by c.at, c.place), '{}')
             from unnest(a.codes_at, a.codes_by) with ordinality as c(at, asker, place)
            where c.at > p_at - interval '1 hour'),
         wrong_at = array(select w.at from unnest(a.wrong_at) as w(at) where w.at > p_at - interval '1 day'
                          order by w.at)
  returning a
$$;
