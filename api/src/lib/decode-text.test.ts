import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const ASCII = 'a;b\n'.repeat(250_000);

it.each([
  ['UTF-8', Buffer.from('Maîtrise'), 'Maîtrise', 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFMaîtrise'), 'Maîtrise', 'utf-8'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFŠkola', 'utf16le'), 'Škola', 'utf-16le'],
  ['UTF-16 the other way round', utf16be('\uFEFFŠkola'), 'Škola', 'utf-16be'],
  ['UTF-16 without a mark', Buffer.from('serial;note\r\n1;Škola', 'utf16le'), 'serial;note\r\n1;Škola', 'utf-16le'],
  ['UTF-16 in Cyrillic', Buffer.from('name;mail\r\nАнна;a@b.org', 'utf16le'), 'name;mail\r\nАнна;a@b.org', 'utf-16le'],
  ['Latin-1', latin1('Résidence Hélène'), 'Résidence Hélène', 'windows-1252'],
  ['Windows-1252', Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94]), '€ “a”', 'windows-1252'],
  ['Windows-1251', Buffer.from([0xd8, 0xea, 0xee, 0xeb, 0xe0, 0x20, 0xb9, 0x20, 0x35]), 'Школа № 5', 'windows-1251'],
  ['Latin-1 behind a megabyte of ASCII', latin1(`${ASCII}Hélène`), `${ASCII}Hélène`, 'windows-1252'],
  ['a letter that is folded', Buffer.from([0x61, 0xc3, 0x0d, 0x0a, 0x20, 0xa4, 0x62]), 'aäb', 'utf-8'],
  ['nothing', Buffer.alloc(0), '', 'utf-8'],
])('reads %s', (_what, bytes, text, encoding) => {
  expect(decodeText(bytes)).toEqual({ text, encoding });
});
