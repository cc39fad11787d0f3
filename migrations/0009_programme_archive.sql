-- What events are made of, put away without being lost: out of the lists in which something is chosen. Events that name it
-- still do. How many a category has, or may have, counts those that are not put away.

alter table location add column archived boolean not null default false;
alter table stage add column archived boolean not null default false;
alter table project add column archived boolean not null default false;
alter table artist add column archived boolean not null default false;
alter table ticket_option add column archived boolean not null default false;
