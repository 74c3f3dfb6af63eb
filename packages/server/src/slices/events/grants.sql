grant usage on schema events to leyden_app;
grant select, insert, update, delete on events.endpoint, events.event, events.delivery, events.attempt to leyden_app;
grant select, insert, update on events.secret to leyden_app;
grant select, insert, delete on events.resend to leyden_app;
grant select, insert, update, delete on events.callback_host to leyden_app;
