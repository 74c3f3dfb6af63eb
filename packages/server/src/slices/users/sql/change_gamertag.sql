-- Changes the gamertag of a user and the name of its wallet with it; the old name stays the wallet's as a former one.
-- The ledger's row is locked first, so of two that want one name only one gets it. A gamertag that the user has already
-- is no change: the call was repeated.
--
-- outcome: changed, not_found, taken, too_early (the last change was after p_changed_before, at changed_at).
create or replace function users.change_gamertag(
  p_at timestamptz,
  p_id uuid,
  p_gamertag text,
  p_name text,
  p_changed_before timestamptz,
  out outcome text,
  out changed_at timestamptz
)
language plpgsql
as $$
declare
  known users.user;
begin
  perform ledger.lock_book();
  select u.*
    into known
    from users.user u
   where u.id = p_id
     for update;
  changed_at := known.gamertag_changed_at;

  if known.id is null then
    outcome := 'not_found';
  elsif known.gamertag = p_gamertag then
    outcome := 'changed';
  elsif known.gamertag_changed_at > p_changed_before then
    outcome := 'too_early';
  elsif not wallets.claim_name(p_at, known.wallet_id, p_name) then
    outcome := 'taken';
  else
    update users.user u
       set gamertag = p_gamertag,
           name = p_name,
           gamertag_changed_at = p_at
     where u.id = p_id;
    outcome := 'changed';
    changed_at := p_at;
  end if;
end $$;
