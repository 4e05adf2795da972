import { expect, it } from 'vitest';
import { commandOf } from './palette-commands.ts';

it.each([
  ['say closing soon to harbour', { kind: 'say', what: 'closing soon', where: 'harbour' }],
  ['Say “Welcome to the show” to har ent', { kind: 'say', what: 'Welcome to the show', where: 'har ent' }],
  ['say closing soon', { kind: 'say', what: 'closing soon', where: '' }],
  ['сказать скоро закрытие в гавань', { kind: 'say', what: 'скоро закрытие', where: 'гавань' }],
  ['durchsagen „Wir schließen gleich“ für Hafen', { kind: 'say', what: 'Wir schließen gleich', where: 'Hafen' }],
  ['say I am here', { kind: 'say', what: 'I am here', where: '' }],
  ['silence north 30 min', { kind: 'silence', where: 'north', minutes: 30 }],
  ['silence in North for 2 h', { kind: 'silence', where: 'North', minutes: 120 }],
  ['silence north', { kind: 'silence', where: 'north', minutes: 30 }],
  ['silence gate 7 15 min', { kind: 'silence', where: 'gate 7', minutes: 15 }],
  ['Stille im Hafen für 2 Stunden', { kind: 'silence', where: 'Hafen', minutes: 120 }],
  ['тишина на север на 10 мин', { kind: 'silence', where: 'север', minutes: 10 }],
] as const)('understands %j', (text, command) => expect(commandOf(text)).toEqual(command));

it.each(['', 'say', 'saying', 'harbour', 'silence', 'silence north 0 min', 'silence north 9999 h'])(
  'only searches for %j',
  (text) => expect(commandOf(text)).toBeNull(),
);
