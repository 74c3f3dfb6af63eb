-- compatible: yes
-- The language that a user wants pages and mails in (ISO 639-1); null: none is known.

alter table users.user
  add column language text check (language ~ '^[a-z]{2}$');
