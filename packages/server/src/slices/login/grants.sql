grant usage on schema platform to leyden_app;
grant select, insert on platform.secret_key to leyden_app;
