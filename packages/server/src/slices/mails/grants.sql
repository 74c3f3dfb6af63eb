grant usage on schema mails to leyden_app;
grant select, insert, update, delete on mails.mail, mails.recipient to leyden_app;
grant select, insert, update on mails.sender to leyden_app;
