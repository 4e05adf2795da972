// Days that are holidays, from iCalendar files.
export { HolidayField } from './holiday-field.tsx';
