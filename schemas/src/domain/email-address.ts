// Separate from the schema, so that the sign-in page does not load zod.

/** The maximum length of RFC 5321. */
export const EMAIL_MAX = 254;

/** The pattern of HTML's email inputs; see AUTH-14. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text);
