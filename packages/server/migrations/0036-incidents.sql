-- compatible: no
-- Its place takes incidents.has_one_of: an incident of another kind does not report a purchase that is overdue.
drop function if exists incidents.has_any(text);
