grant usage on schema restore to leyden_app;
grant select, insert, update on restore.restore to leyden_app;
grant select, insert on restore.opening to leyden_app;
