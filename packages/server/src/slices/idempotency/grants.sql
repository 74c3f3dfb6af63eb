grant usage on schema idempotency to leyden_app;

grant select, insert, delete on idempotency.claim to leyden_app;

-- Forgetting a generation of keys is a truncate, which is granted on the table that is emptied.
grant truncate on idempotency.claim_0, idempotency.claim_1 to leyden_app;

grant select, update on idempotency.generation to leyden_app;

grant select, insert, update, delete on idempotency.begun_file to leyden_app;
