-- compatible: yes
-- After a restore the processor is asked for all that has happened since the copy, once a day.

alter table ramp.follower
  add column looked_back_at timestamptz;              -- when it was last asked; null: never
