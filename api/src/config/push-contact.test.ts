import { expect, it } from 'vitest';
import { pushContactOf, readPushContact } from './push-contact.ts';

it.each([
  ['mailto:it@school.org', 'mailto:it@school.org'],
  [' it@school.org ', 'mailto:it@school.org'],
  ['https://belfry.school.org/', 'https://belfry.school.org'],
  ['https://tower.tailnet.ts.net', 'https://tower.tailnet.ts.net'],
  ['mailto: it@school.org', null],
  ['mailto:belfry@localhost', null],
  ['mailto:relay@tower.local', null],
  ['it@school', null],
  ['https://localhost:8080', null],
  ['https://192.168.1.5', null],
  ['https://[2001:db8::1]', null],
  ['https://belfry.school.lan', null],
  ['http://belfry.school.org', null],
  ['Belfry', null],
  ['', null],
])('%j is %j', (text, contact) => expect(readPushContact(text)).toBe(contact));

const MAIL_FROM = 'Belfry <no-reply@belfry.local>';
it.each([
  [{ PUBLIC_URL: 'https://belfry.school.org', MAIL_FROM }, 'https://belfry.school.org'],
  [{ PUBLIC_URL: 'https://belfry.school.lan', MAIL_FROM: 'School <it@school.org>' }, 'mailto:it@school.org'],
  [{ PUBLIC_URL: 'https://belfry.school.org', MAIL_FROM, PUSH_CONTACT: 'it@school.org' }, 'mailto:it@school.org'],
  [{ PUBLIC_URL: 'http://localhost:8080', MAIL_FROM }, null],
])('of %o is %j', (settings, contact) => expect(pushContactOf(settings)).toBe(contact));
