grant usage on schema platform to leyden_app;
grant select, insert on platform.secret_key to leyden_app;
grant usage on schema login to leyden_app;
grant select, insert, update, delete on login.attempt, login.address, login.network, login.session,
  login.known_browser to leyden_app;
grant select, insert, update, delete on login.security_event to leyden_app;
grant select, insert, update on login.factor_set to leyden_app;
grant select, insert, update, delete on login.totp, login.recovery_code, login.passkey, login.lightning_key,
  login.password, login.passkey_challenge, login.wallet_challenge, login.factor_try to leyden_app;
