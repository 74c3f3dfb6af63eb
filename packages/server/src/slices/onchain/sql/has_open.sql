-- Whether a payment to an address of the chain is under way. Door for the lightning slice.
create or replace function onchain.has_open() returns boolean
language sql
stable
as $$
  select exists (
    select from onchain.payment q
     where q.state not in ('completed', 'failed'))
$$;
