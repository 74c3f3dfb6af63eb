grant usage on schema oauth to leyden_app;
grant select, insert, update on oauth.app, oauth.app_secret, oauth.signing_key to leyden_app;
grant select, insert, update, delete on oauth.consent, oauth.artifact to leyden_app;
