-- What memberships put on cards in former times is listed to the organisation; most have none, and the look costs nothing.
create index purse_movement_of_membership on purse_movement (tenant_id, id) where kind = 'membership';
