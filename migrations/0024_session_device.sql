-- What people know a session by when they look where they are signed in: browser and system, in the words of a closed list.
alter table session add column device text;
