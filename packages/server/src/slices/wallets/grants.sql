grant usage on schema wallets to leyden_app;
grant select, insert on wallets.wallet to leyden_app;
grant select, insert, update on wallets.name to leyden_app;
