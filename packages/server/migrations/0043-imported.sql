-- compatible: no
-- Whether the journal was imported in this opening of a restore. An older version would let things go on before that,
-- and then nothing could be imported any more.
alter table restore.restore add column imported_at timestamptz;
