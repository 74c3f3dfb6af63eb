-- Creates users: a row, and a wallet with the gamertag as its name, an account in the ledger and the limits of the
-- user's level. The ledger's row is locked first, so of two requests for one e-mail or one gamertag only one wins. A
-- request whose id exists (its connection broke) gets what it made.
--
-- p_name is the gamertag in lower case. p_email_verified: it is proved already that the address is the user's.
--
-- outcome: created, email_taken, gamertag_taken (by a user or a project, also as a former name).
create or replace function users.create_many(
  p_at timestamptz,
  p_id uuid[],
  p_wallet uuid[],
  p_email text[],
  p_gamertag text[],
  p_name text[],
  p_email_verified boolean[]
) returns table (i int, outcome text, created_at timestamptz)
language plpgsql
as $$
declare
  holder users.user;
  k int;
begin
  perform ledger.lock_book();

  for k in 1..cardinality(p_id) loop
    select u.*
      into holder
      from users.user u
     where u.email = p_email[k];

    if holder.id is not null then
      outcome := case when holder.id = p_id[k] then 'created' else 'email_taken' end;
    else
      outcome := case
        when wallets.open_named(p_at, p_wallet[k], 'user', p_id[k], p_name[k]) is null then 'gamertag_taken'
        else 'created'
      end;
    end if;

    if outcome = 'created' and holder.id is null then
      insert into users.user (id, wallet_id, email, email_verified_at, gamertag, name, created_at)
      values (p_id[k], p_wallet[k], p_email[k], case when p_email_verified[k] then p_at end, p_gamertag[k], p_name[k],
              p_at);
      perform users.apply_levels(p_at, array[p_id[k]]);
    end if;

    i := k;
    created_at := coalesce(holder.created_at, p_at);
    return next;
  end loop;
end $$;
