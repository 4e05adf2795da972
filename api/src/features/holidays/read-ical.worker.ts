import { serveWork } from '../../threads/serve-work.ts';
import { readCalendar } from './read-ical.ts';

serveWork({ read: readCalendar });
