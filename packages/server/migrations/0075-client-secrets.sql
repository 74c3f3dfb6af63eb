-- compatible: yes
-- Which client secret of an application is which, and whether anybody uses it.

alter table oauth.app_secret
  add column last_four text check (length(last_four) = 4),  -- characters; null: made before this was kept
  add column used_at timestamptz;                           -- at most a minute behind; null: no use was seen
