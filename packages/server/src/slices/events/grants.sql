grant usage on schema events to leyden_app;
grant select, insert, update, delete on events.endpoint, events.delivery, events.callback_host,
  events.listening to leyden_app;
grant select, insert, delete on events.event, events.attempt, events.resend, events.released_host to leyden_app;
grant select, insert, update on events.secret to leyden_app;
grant select, update on events.counter to leyden_app;
