-- compatible: yes
-- remaining: select count(*) from events.delivery where type = ''
update events.delivery d
   set type = e.type
  from (select w.event_id, w.receiver_id
          from events.delivery w
         where w.type = ''
         order by w.event_id, w.receiver_id
         limit 5000
           for no key update) w
  join events.event e on e.id = w.event_id
 where d.event_id = w.event_id
   and d.receiver_id = w.receiver_id;
