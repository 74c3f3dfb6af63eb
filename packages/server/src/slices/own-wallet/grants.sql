grant usage on schema own_wallet to leyden_app;
grant select, insert, update, delete on own_wallet.note, own_wallet.email_payment to leyden_app;
grant select, insert, update on own_wallet.email_sender to leyden_app;
