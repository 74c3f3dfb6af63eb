grant usage on schema users to leyden_app;
grant select, insert, update on users.user to leyden_app;
grant select, insert on users.terms_accepted to leyden_app;
grant select, update on users.level to leyden_app;
