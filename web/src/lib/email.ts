/** The pattern of HTML's email inputs: local part, then domain labels of up to 63 characters (specification 000 §5). */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
