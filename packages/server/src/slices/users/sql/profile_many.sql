-- What profiles of users show; nulls for a user who does not exist or is blocked. Changes nothing.
create or replace function users.profile_many(p_at timestamptz, p_id uuid[])
returns table (
  i int, id uuid, wallet_id uuid, email text, gamertag text, public_bio text, image text, twitter text, website text,
  level text,
  email_verified_at timestamptz)
language plpgsql
stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
    select k.i, u.id, u.wallet_id, u.email, u.gamertag, u.public_bio, u.image, u.twitter, u.website, u.level,
           u.email_verified_at
      from generate_series(1, cardinality(p_id)) as k(i)
      left join users.user u
        on u.id = p_id[k.i]
       and u.blocked_at is null;
end $$;
