grant usage on schema requests to leyden_app;
grant select, insert, delete on requests.refused to leyden_app;
grant select, insert, update, delete on requests.hour to leyden_app;
grant select, insert, update, delete on requests.project_hour to leyden_app;
