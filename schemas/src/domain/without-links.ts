/** Full stops that addresses of the web may have. */
const STOPS = '.。．｡';
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;
const SCHEME = /(?:[a-z][a-z\d+-]{0,15}:)?\/{2,}|(?<!\p{L})(?:mailto|tel|sms|javascript|data):/giu;
/** Before letters, a program that shows the message takes it for a part of a domain. */
const STOP_IN_DOMAIN = new RegExp(`(?<=[\\p{L}\\p{N}-])[${STOPS}](?=\\p{L}{2})`, 'gu');
const NUMERIC_ADDRESS = new RegExp(`(?<!\\d)\\d{1,3}(?:[${STOPS}]\\d{1,3}){3}(?!\\d)`, 'g');
const STOP = new RegExp(`[${STOPS}]`, 'g');

/**
 * A name that people have typed, as a message to others may carry it: in one line, and without anything that becomes a link. The words
 * stay; see MAIL-12.
 */
export const withoutLinks = (name: string): string =>
  name
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(SCHEME, ' ')
    .replaceAll(STOP_IN_DOMAIN, ' ')
    .replaceAll(NUMERIC_ADDRESS, (address) => address.replaceAll(STOP, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim();
