-- Whether a code of eight digits is too short now for an address that a network asked for: many wrong ones were shown
-- for the address in 24 hours, or for the network or in all in an hour. Nobody is refused by that: the next code is
-- longer. Changes nothing.
--
-- What is counted in all is not locked, so that logins do not wait for each other: so many wrong ones as are shown at
-- the same moment may come on top.
create or replace function login.needs_long_code(
  p_at timestamptz,
  p_address_hash bytea,
  p_network_hash bytea,
  p_wrong_of_address int,
  p_wrong_of_network int,
  p_wrong_of_all int
) returns boolean
language sql
stable
as $$
  select exists (
           select from login.address a
            where a.address_hash = p_address_hash
              and (select count(*) from unnest(a.wrong_at) as w(at) where w.at > p_at - interval '1 day')
                  >= p_wrong_of_address)
      or exists (
           select from login.network n
            where n.network_hash = p_network_hash
              and (select count(*) from unnest(n.wrong_at) as w(at) where w.at > p_at - interval '1 hour')
                  >= p_wrong_of_network)
      or exists (
           select from login.factor_try t
            where t.subject = 'wrong codes'
              and t.until > p_at
              and t.tries >= p_wrong_of_all)
$$;
