-- compatible: yes
-- What people did with one thing of a project is read by an index.

create index change_by_subject on members.change (project_id, subject, id)
  where subject is not null;
