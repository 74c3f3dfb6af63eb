-- compatible: yes
-- receiving.credit_many takes the place of an item that could not be read apart from the cursor.

drop function if exists receiving.credit_many(
  timestamptz, uuid[], uuid[], bytea[], bigint[], bigint[], timestamptz[], text[], text[], text[], uuid[], uuid[],
  boolean[]);
