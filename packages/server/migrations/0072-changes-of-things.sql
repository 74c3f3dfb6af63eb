-- compatible: yes
-- The history of one thing: who made it, and what people did with it.

create index change_by_subject on members.change (project_id, subject, id)
  where subject is not null;
