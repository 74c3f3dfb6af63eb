grant usage on schema incidents to leyden_app;
grant select, insert, update on incidents.incident to leyden_app;
