grant usage on schema totals to leyden_app;
grant select, insert, update on totals.project_hour to leyden_app;
grant select, update on totals.counted to leyden_app;
