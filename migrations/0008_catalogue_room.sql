-- The catalogue as its room in the administration keeps it: what is put away without being lost, and notes for the door.

alter table product
  -- Put away: out of the lists in which something is chosen. What was sold of it stays what it is.
  add column archived boolean not null default false,
  -- For whoever lets people in, shown with each of its tickets.
  add column scan_note text,
  -- So that whatever asks for what is published asks for nothing that is put away.
  add constraint product_archived_is_unpublished check (not (archived and published));

alter table price
  -- Put away: no longer sold, by anybody.
  add column archived boolean not null default false,
  add column scan_note text;
