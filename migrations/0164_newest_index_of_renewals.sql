-- Bookings look for renewals by their membership: of indexes that cost the same the planner takes the newest (ADR 0211).
alter table renewal drop constraint renewal_of_membership, add constraint renewal_of_membership unique (tenant_id, membership_id);
