grant usage on schema ramp to leyden_app;
grant select, insert, update, delete on ramp.project to leyden_app;
grant select, insert, update on ramp.session, ramp.customer to leyden_app;
grant select, insert, update, delete on ramp.purchase to leyden_app;
grant select, insert on ramp.entry to leyden_app;
grant select, insert, update on ramp.stray to leyden_app;
grant select, update on ramp.book to leyden_app;
grant select, insert, delete on ramp.message to leyden_app;
grant select, insert, update on ramp.follower to leyden_app;
