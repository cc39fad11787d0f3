-- Whoever booked was erased since: nobody is there to be told of anything, other than where no address was given. Of those
-- erased before it is not known any more.
alter table reservation add column booker_erased boolean not null default false;
