import { z } from 'zod';

const DOMAIN_MAX = 253;
const DOMAIN = /^(?=.*\.[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/;

/** The part of a mail address behind the @, in lower case. */
export const emailDomainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(DOMAIN_MAX)
  .regex(DOMAIN, 'Expected a mail domain such as example.com');

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
