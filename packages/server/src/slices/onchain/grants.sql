grant usage on schema onchain to leyden_app;
grant select, insert on onchain.payment, onchain.given_up to leyden_app;
grant update (state, tries, due_at, finished_at, replaced_by, counted_hour) on onchain.payment to leyden_app;
grant select, insert on onchain.child to leyden_app;
grant update (state, tries, due_at, finished_at) on onchain.child to leyden_app;
