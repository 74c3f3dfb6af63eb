grant usage on schema projects to leyden_app;
grant select, insert, update on projects.project to leyden_app;
grant select, insert, update on projects.project_key to leyden_app;
grant select, insert, update on projects.key_policy to leyden_app;
