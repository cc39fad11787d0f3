-- Memberships for days and weeks, and for years of the calendar (ADR 0279).
alter table price
  drop constraint price_membership_period_check,
  add constraint price_membership_period_check check (
    membership_period in ('hour', 'day', 'week', 'month', 'calendar_month', 'year', 'civil_year', 'school_year')
  ) not valid;
