// Apart from the schema, so that the sign-in page needs no zod.

/** RFC 5321: what fits into a mail's envelope. */
export const EMAIL_MAX = 254;

/** The pattern of HTML's email inputs; see AUTH-14. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text);
