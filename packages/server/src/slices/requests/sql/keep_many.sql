-- Keeps requests that were refused, each once: what a broken connection sends again is known. p_details: JSON.
--
-- p_hour: hours since 1970. p_project_max, p_service_max: kept in an hour; p_sure: kept of each project in it, however
-- many others have.
--
-- outcome: kept (also before, by this very call), over_share.
create or replace function requests.keep_many(
  p_at timestamptz,
  p_id uuid[],
  p_project uuid[],
  p_key uuid[],
  p_request text[],
  p_refused_at timestamptz[],
  p_method text[],
  p_route text[],
  p_path text[],
  p_status smallint[],
  p_code text[],
  p_message text[],
  p_details text[],
  p_body text[],
  p_network text[],
  p_took_ms int[],
  p_project_max int,
  p_service_max int,
  p_sure int
) returns table (i int, outcome text)
language plpgsql
as $$
declare
  this_hour constant int := floor(extract(epoch from p_at) / 3600);
  kept_of_all int;
  kept_of_project int;
begin
  -- Others that keep something wait for it: so their sums are true, and they cannot wait for each other.
  insert into requests.hour as h (hour, kept)
  values (this_hour, 0)
      on conflict (hour) do update set kept = h.kept
  returning kept into kept_of_all;

  for k in 1..cardinality(p_id) loop
    i := k;
    outcome := 'kept';
    if not exists (select from requests.refused r where r.id = p_id[k]) then
      select coalesce(sum(p.kept), 0) into kept_of_project
        from requests.project_hour p
       where p.project_id = p_project[k]
         and p.hour = this_hour;
      if kept_of_project >= p_project_max or kept_of_project >= p_sure and kept_of_all >= p_service_max then
        outcome := 'over_share';
      else
        insert into requests.refused (
          id, project_id, key_id, request_id, at, method, route, path, status, code, message, details, body, network,
          took_ms)
        values (p_id[k], p_project[k], p_key[k], p_request[k], p_refused_at[k], p_method[k], p_route[k], p_path[k],
                p_status[k], p_code[k], p_message[k], p_details[k]::jsonb, p_body[k], p_network[k], p_took_ms[k]);
        insert into requests.project_hour as p (project_id, hour, kept)
        values (p_project[k], this_hour, 1)
            on conflict (project_id, hour) do update set kept = p.kept + 1;
        kept_of_all := kept_of_all + 1;
      end if;
    end if;
    return next;
  end loop;

  update requests.hour h
     set kept = kept_of_all
   where h.hour = this_hour;
end $$;
