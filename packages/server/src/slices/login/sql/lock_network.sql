-- Locks what is known of a network until the end of the transaction, and returns it without what does not count any
-- more, oldest first.
create or replace function login.lock_network(p_at timestamptz, p_network_hash bytea) returns login.network
language sql
as $$
  insert into login.network as n (network_hash, forget_at)
  values (p_network_hash, p_at)
      on conflict (network_hash) do update
     set (addresses, asked_at) = (
           select coalesce(array_agg(a.address order by a.at, a.address), '{}'),
                  coalesce(array_agg(a.at order by a.at, a.address), '{}')
             from unnest(n.addresses, n.asked_at) as a(address, at)
            where a.at > p_at - interval '1 hour'),
         wrong_at = array(select w.at from unnest(n.wrong_at) as w(at) where w.at > p_at - interval '1 hour'
                          order by w.at)
  returning n
$$;

-- Counts a code for an address. One that the network asked for before counts once, from now on. Call it with the
-- network locked.
create or replace function login.count_network(p_at timestamptz, p_network_hash bytea, p_address_hash bytea)
returns void
language sql
as $$
  update login.network n
     set addresses = array_remove(n.addresses, p_address_hash) || p_address_hash,
         asked_at = array(
           select a.at
             from unnest(n.addresses, n.asked_at) with ordinality as a(address, at, place)
            where a.address <> p_address_hash
            order by a.place) || p_at,
         forget_at = greatest(n.forget_at, p_at + interval '1 hour')
   where n.network_hash = p_network_hash
$$;
