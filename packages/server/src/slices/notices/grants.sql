grant usage on schema notices to leyden_app;
grant select, update on notices.book to leyden_app;
grant select, insert, update, delete on notices.receipt_wish, notices.told to leyden_app;
grant select, insert, delete on notices.written to leyden_app;
