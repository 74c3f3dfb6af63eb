-- Whether another project has claimed the host of a URL: with its port, or the whole host.
create or replace function events.is_claimed(p_url text, p_owner uuid) returns boolean
language sql
stable
as $$
  select exists (
    select
      from events.callback_host c
     where c.host in (events.host_of(p_url), regexp_replace(events.host_of(p_url), ':[0-9]+$', ''))
       and c.verified_at is not null
       and c.owner_id <> p_owner);
$$;
