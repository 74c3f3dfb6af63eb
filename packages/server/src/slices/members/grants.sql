grant usage on schema members to leyden_app;
grant select, insert, update on members.member, members.invitation to leyden_app;
grant select, insert, update, delete on members.change to leyden_app;
