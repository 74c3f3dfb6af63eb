-- compatible: yes
-- The language of mails in the name of a project, to people of whom no other one is known (ISO 639-1).

alter table projects.project
  add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
