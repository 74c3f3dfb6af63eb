-- Makes the callbackUrls of these objects due that wait for an answer to go out. Door for the slices' batched
-- functions. A delivery that is being written to is left: it is due already, or will be.
create or replace function events.release_callbacks(p_at timestamptz, p_object uuid[]) returns void
language plpgsql
as $$
begin
  update events.delivery d
     set due_at = p_at
    from (select w.event_id, w.receiver_id
            from events.event e
            join events.delivery w
              on w.event_id = e.id
             and w.receiver_id = e.id
           where e.object_id = any (p_object)
             and w.state = 'waiting'
             and w.attempt = 0
             and w.due_at > p_at
             for update of w skip locked) early
   where d.event_id = early.event_id
     and d.receiver_id = early.receiver_id;
  if found then
    perform set_config('leyden.left', 'deliveries', true);
  end if;
end $$;
