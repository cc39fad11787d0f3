import { WorkLostError } from '../workshop/start-process.ts'
import type { Workshop } from '../workshop/workshop.ts'
import type { CalendarReading, ReadCalendar } from './read-calendar.ts'

export type CalendarRefusal = 'no_calendar' | 'unreadable'

/** Strangers' calendars are read in a process with little memory and time, one after the other; `whose` waits its turn. */
export type Calendars = {
  /** @returns the reason when it is none, or takes more memory or time than a calendar may */
  read(whose: string, reading: CalendarReading): Promise<ReadCalendar | CalendarRefusal>
}

export function createCalendars(workshop: Workshop): Calendars {
  return {
    async read(whose, reading) {
      try {
        return (await workshop.make(whose, 'calendar', reading)) ?? 'no_calendar'
      } catch (error) {
        if (error instanceof WorkLostError) return 'unreadable'
        throw error
      }
    },
  }
}
