/** Sessions of people and their time-out. */

/** The shortest and the longest time-out of a session, in minutes; see AUTH-40. */
export const SESSION_MINUTES_MIN = 30;
export const SESSION_MINUTES_MAX = 480;

export const SESSION_MINUTES_CHOICES = [30, 60, 240, 480] as const;

export const SESSION_WARNING_S = 60;

/** A call with this header, of any value, was made by the page and not by the person; it does not extend a session with a time-out. */
export const BACKGROUND_HEADER = 'x-belfry-background';
