-- compatible: no
-- Its place takes incidents.has_one_of: an incident of another kind tells nobody that a purchase does not go on.
drop function if exists incidents.has_any(text);
