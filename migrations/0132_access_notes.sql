-- How to get in with a wheelchair, and whom to ask; null: nothing is said.
alter table event add column access_notes text;
