import { visitorPaths } from '../lib/paths.ts'

/** The forms in which the programme is told to programs, and their media types. */
export const feedKinds = [
  { name: 'ics', title: 'iCalendar', path: visitorPaths.calendarFeed, type: 'text/calendar' },
  { name: 'rss', title: 'RSS', path: visitorPaths.rssFeed, type: 'application/rss+xml' },
  { name: 'atom', title: 'Atom', path: visitorPaths.atomFeed, type: 'application/atom+xml' },
  { name: 'json', title: 'JSON Feed', path: visitorPaths.jsonFeed, type: 'application/feed+json' },
] as const
