import { EMAIL_MAX, readEmail } from '@belfry/schemas/domain/email-address';
import { SCIM_MEMBERS_MAX } from '@belfry/schemas/http/single-sign-on/scim';
import { AppError } from '../../../errors.ts';

export const invalidValue = (text: string): AppError => new AppError('invalid_input', text);

type Json = Readonly<Record<string, unknown>>;

export type SentPerson = {
  user_name: string;
  external_id: string | null;
  email: string;
  name: string;
  given_name: string | null;
  family_name: string | null;
  /** null: as it is. */
  active: boolean | null;
};

const USER_NAME_MAX = EMAIL_MAX;
const ID_MAX = 255;
const NAME_PART_MAX = 100;
const GROUP_NAME_MAX = 200;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Attributes have no case in SCIM. */
export function attribute(of: unknown, name: string): unknown {
  if (!isObject(of)) return undefined;
  const key = Object.keys(of).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : of[key];
}

/** A text of at most `max` characters, trimmed; null where it is absent or empty. Throws invalid_input for anything else. */
function textOf(of: unknown, name: string, max: number): string | null {
  const value = attribute(of, name);
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw invalidValue(`${name} is no text`);
  if (text.trim().length > max) throw invalidValue(`${name} has more than ${max} characters`);
  return text.trim() === '' ? null : text.trim();
}

/** true, false, or one of the two as a text, as Entra ID sends it. Throws invalid_input. */
export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalidValue(`${name} is neither true nor false`);
}

/** Throws invalid_input without a user name or a mail address. */
export function readPerson(body: unknown): SentPerson {
  const user_name = textOf(body, 'userName', USER_NAME_MAX);
  if (user_name === null) throw invalidValue('userName is required');
  const name = attribute(body, 'name');
  const given_name = textOf(name, 'givenName', NAME_PART_MAX);
  const family_name = textOf(name, 'familyName', NAME_PART_MAX);
  const parts = [given_name, family_name].filter((part) => part !== null).join(' ');
  const active = attribute(body, 'active');
  return {
    user_name,
    external_id: textOf(body, 'externalId', ID_MAX),
    email: emailOf(attribute(body, 'emails'), user_name),
    name: textOf(body, 'displayName', 2 * NAME_PART_MAX) ?? textOf(name, 'formatted', 2 * NAME_PART_MAX) ?? parts,
    given_name,
    family_name,
    active: active === undefined || active === null ? null : booleanOf(active, 'active'),
  };
}

/** The primary address, else the first one, else the user name. */
function emailOf(emails: unknown, userName: string): string {
  const list: unknown[] = Array.isArray(emails) ? emails.slice(0, 20) : [];
  const primary = list.find((entry) => attribute(entry, 'primary') === true) ?? list[0];
  const email = readEmail(textOf(primary, 'value', EMAIL_MAX) ?? userName);
  if (email === null) throw invalidValue('A person needs a mail address, in emails or as the userName');
  return email;
}

export type SentGroup = { name: string; external_id: string | null; members: string[] };

/** Throws invalid_input without a name. */
export function readGroup(body: unknown): SentGroup {
  const name = textOf(body, 'displayName', GROUP_NAME_MAX);
  if (name === null) throw invalidValue('displayName is required');
  return { name, external_id: textOf(body, 'externalId', ID_MAX), members: readMembers(attribute(body, 'members')) };
}

/** The ids of members: objects with `value`, or the values themselves. Throws invalid_input for too many, and for what can be no id. */
export function readMembers(members: unknown): string[] {
  if (members === undefined || members === null) return [];
  const list: unknown[] = Array.isArray(members) ? members : [members];
  if (list.length > SCIM_MEMBERS_MAX) throw invalidValue(`One call names ${SCIM_MEMBERS_MAX} members at most`);
  return [...new Set(list.map((entry) => idOf(isObject(entry) ? attribute(entry, 'value') : entry)))];
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw invalidValue('The value of a member is no id');
  const id = String(value).trim();
  if (id === '' || id.length > ID_MAX) throw invalidValue(`The value of a member has 1 to ${ID_MAX} characters`);
  return id;
}
