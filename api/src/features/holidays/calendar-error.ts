/** A calendar file is refused, because it has more than can be stored or read; the message is for users. */
export class CalendarError extends Error {}

export const TOO_LONG = 'This calendar takes too long to read: too many of its events recur';
