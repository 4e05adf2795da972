import { serveWork } from '../../../threads/serve-work.ts';
import { readCalendar } from './read-ical.ts';

serveWork({ read: ({ text, now }: { text: string; now: Date }) => readCalendar(text, now) });
