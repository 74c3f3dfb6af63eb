grant usage on schema ledger to leyden_app;

-- Postings are written once: the application may not change or delete them.
grant select, insert on ledger.posting to leyden_app;

grant select, insert, update on ledger.account to leyden_app;

grant select, insert, update, delete on ledger.spend_hour to leyden_app;

grant select, insert, update, delete on ledger.unknown_spending to leyden_app;

grant select, insert, update on ledger.audited to leyden_app;

grant select, update on ledger.book to leyden_app;

grant select, insert, update, delete on ledger.pause to leyden_app;

grant select, update on ledger.full_audit to leyden_app;

-- Which files the journal has, and the number of this life of the installation.
grant usage on schema platform to leyden_app;

grant select, insert, update on platform.journal_file to leyden_app;

grant select, update on platform.journal_epoch to leyden_app;

-- Whether this version may work with the database, and which one has changed it.
grant select on platform.migration, platform.migration_mark to leyden_app;

-- How far the newest backup reaches that was restored on trial.
grant select, insert, update on platform.proved_backup to leyden_app;

-- The limits of the whole service, what was changed of them, and what counts on them.
grant select, update on ledger.service_limit to leyden_app;

grant select, insert on ledger.service_limit_change to leyden_app;

grant select, insert, update on ledger.sent_hour to leyden_app;
