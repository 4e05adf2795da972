/** A file of more than can be stored or read; the message is for people. */
export class CalendarError extends Error {}

export const TOO_LONG = 'This calendar takes too long to read: too many of its events recur';
