-- Has the events of these owners written until p_until although no endpoint takes them. A time less than a minute
-- before p_until is left as it is.
--
-- A change that is under way may have found already that its event has no receiver. It has locked the ledger, so this
-- call waits for its end: every change that ends after this call has its event.
create or replace function events.listen(p_at timestamptz, p_owner uuid[], p_until timestamptz) returns void
language plpgsql
as $$
begin
  if exists (
    select from unnest(p_owner) as o(id)
     where not exists (
       select from events.listening l
        where l.owner_id = o.id
          and l.until > p_at + interval '1 minute')) then
    perform ledger.lock_book();
  end if;

  insert into events.listening as l (owner_id, until)
  select o.id, p_until
    from unnest(p_owner) as o(id)
   order by o.id
      on conflict (owner_id) do update
     set until = excluded.until
   where l.until < excluded.until - interval '1 minute';
end $$;
