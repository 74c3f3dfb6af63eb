-- compatible: yes
-- An incident may be about a channel of the node, or about a folder of copies.
alter table incidents.incident
  drop constraint incident_subject_kind_check,
  add constraint incident_subject_kind_check
    check (subject_kind in ('payment', 'receipt', 'purchase', 'user', 'invariant', 'recipient', 'wallet', 'channel',
                            'folder'));
