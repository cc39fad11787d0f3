-- How often a code was typed that confirms a booking (ADR 0245). The code itself is kept nowhere but in its mail.
alter table reservation add column code_tries smallint not null default 0;
