grant usage on schema sandbox to leyden_app;
grant select, insert, update on sandbox.payment, sandbox.identity to leyden_app;
grant select, update on sandbox.counter to leyden_app;
grant select, insert on sandbox.change to leyden_app;
