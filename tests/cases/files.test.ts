import { decodeText } from '@belfry/api/lib/decode-text';
import { readCsv } from '@belfry/api/features/fleet/read-csv';
import { readPeople } from '@belfry/api/features/users/read-people';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Files of spreadsheets, and the right value of each; sources are in README.md. */
const bytesOf = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));
const SERIAL = '1234-5678-9012-3456';

/** The notes of devices by serial number, and the errors of lines. Another serial number than SERIAL is written `serial: note`. */
async function devicesIn(bytes: Uint8Array, declared?: string): Promise<string[]> {
  const { lines, errors } = await readCsv(decodeText(bytes, { declared }).text);
  return [
    ...lines.map(({ serial, note }) => (serial === SERIAL ? String(note) : `${serial}: ${note}`)),
    ...errors.map(({ line, code, field }) => `line ${line}: ${code} ${field}`),
  ];
}

describe('devices', () => {
  it.each([
    ['devices_cp1251.csv', ['Школа № 5']],
    ['devices_cp1252.csv', ['Résidence Hélène']],
    ['devices_utf16.csv', ['School']],
    ['sep_line.csv', ['Hall']],
    ['tabs.csv', ['Hall']],
    ['empty_rows.csv', ['Hall']],
    ['spaces_in_header.csv', ['Hall']],
    ['bom_and_quotes.csv', ['Hall, left\nsecond line']],
    ['text_formula.csv', ['Text cell of a spreadsheet']],
    ['inch_mark.csv', ['5" speaker']],
    ['scientific.csv', ['line 2: rounded serial']],
    [
      'serial_as_typed.csv',
      [
        'Digits only',
        '2234-5678-9012-3456: Spaces',
        '3234-5678-9012-3456: Non-breaking hyphens',
        '4234-5678-9012-3456: En dashes',
        '5234-5678-9012-3456: Apostrophe',
      ],
    ],
  ])('%s', async (name, devices) => expect(await devicesIn(bytesOf(name))).toEqual(devices));

  it('two_columns_of_a_name.csv', () =>
    expect(devicesIn(bytesOf('two_columns_of_a_name.csv'))).rejects.toThrow('The column “note” is there twice'));

  const inUtf16 = (text: string, mark = ''): Buffer => Buffer.from(mark + text, 'utf16le');
  it.each([
    ['UTF-16 without a mark', inUtf16(`serial\tnote\n${SERIAL}\tЗал\n`), ['Зал']],
    ['UTF-16 of the other byte order', inUtf16(`serial\tnote\n${SERIAL}\tHall\n`, '\uFEFF').swap16(), ['Hall']],
    [
      'UTF-8 that is declared as what it is not',
      Buffer.from(`serial;note\n${SERIAL};M\u00FCller\n`, 'latin1'),
      ['Müller'],
    ],
    ['the separator line in quotes', Buffer.from(`"sep=|"\r\nserial|note\r\n${SERIAL}|Hall, left\r\n`), ['Hall, left']],
    ['a separator line and a mark', Buffer.from(`\uFEFFsep=\t\nserial\tnote\n${SERIAL}\tHall\n`), ['Hall']],
    [
      'line ends of two kinds',
      Buffer.from(`serial,note\r\n${SERIAL},Hall\n2${SERIAL.slice(1)},Yard\r`),
      ['Hall', `2${SERIAL.slice(1)}: Yard`],
    ],
    ['names in words', Buffer.from(`Serial ,E-Mail,Company ID,"Note"\n${SERIAL},a@b.test,12,Hall\n`), ['Hall']],
    ['more cells than the head', Buffer.from(`serial,note\n${SERIAL},Hall, left\n`), ['line 2: surplus serial']],
    ['empty cells behind the head', Buffer.from(`serial;note;;\n${SERIAL};Hall;;;\n`), ['Hall']],
    ['a formula of a program with quotes', Buffer.from(`serial,note\n"=""${SERIAL}""","=""0012"""\n`), ['0012']],
    ['full-width digits', Buffer.from('serial,note\n１２３４５６７８９０１２３４５６,Hall\n'), ['Hall']],
    [
      'the same serial number in two spellings',
      Buffer.from(`serial\n${SERIAL}\n1234567890123456\n`),
      ['null', 'line 3: duplicate serial'],
    ],
    ['a number with thousands', Buffer.from(`serial,note\n1.234.567.890.123.450,Hall\n`), ['line 2: rounded serial']],
    ['blanks before quotes', Buffer.from(`serial , "note"\n${SERIAL} , "Hall, left"\n`), ['Hall, left']],
    ['quotes within a cell', Buffer.from(`serial,note\n${SERIAL},the "big" hall\n`), ['the "big" hall']],
    [
      'digits of which 15 were kept',
      Buffer.from('serial\n1234567890123450\n2234567890123460\n3234567890123470\n'),
      ['line 2: rounded serial', 'line 3: rounded serial', 'line 4: rounded serial'],
    ],
    [
      'a rounded node and pass',
      Buffer.from(`serial;company_id;pass\n${SERIAL};1,2E+05;1.23E+09\n`),
      ['line 2: rounded pass', 'line 2: rounded company_id'],
    ],
  ])('%s', async (_, bytes, devices) => expect(await devicesIn(bytes, 'utf-8')).toEqual(devices));
});

/** Names and addresses, or errors. */
async function peopleIn(bytes: Uint8Array): Promise<string[]> {
  const { people, errors } = await readPeople(decodeText(bytes).text);
  return [
    ...people.map(({ name, email }) => `${name} ${email}`),
    ...errors.map(({ line, field, reason }) => `line ${line}: ${field}: ${reason}`),
  ];
}

describe('people', () => {
  it.each([
    ['people_cp1251.csv', ['Анна Петрова anna@example.org']],
    ['people_cp1252.csv', ['Zoë Müller zoe@example.org']],
    [
      'people_mails.csv',
      [
        'Plus Sign first.last+shop@example.org',
        'No Case No.Case@Example.ORG',
        "Pat O'Neil pat.o'neil@example.org",
        'Idn Name info@xn--mller-kva.example',
        'line 4: email: This email is in the file twice',
      ],
    ],
  ])('%s', async (name, people) => expect(await peopleIn(bytesOf(name))).toEqual(people));

  it.each([
    [
      'Ann Bell,почта@пример.рф',
      'line 2: email: Please enter a valid email address: before the @ it has letters from a to z only',
    ],
    ['Ann Bell,info@пример.рф', 'Ann Bell info@xn--e1afmkfd.xn--p1ai'],
    ['Ann Bell,mailto:ann@example.org', 'Ann Bell ann@example.org'],
    ['Ann Bell,\u200Bann@example.org\u00A0', 'Ann Bell ann@example.org'],
    ["Ann 't Hooft,ann@example.org", "Ann 't Hooft ann@example.org"],
  ])('%s', async (line, person) => expect(await peopleIn(Buffer.from(`name,email\n${line}\n`))).toEqual([person]));
});

describe('letters', () => {
  // Bytes of code pages that Node does not write.
  const CASES: [string, number[], string | null, string][] = [
    ['Windows-1250', [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b], 'Dvořák', ''],
    ['Windows-1250 of a Polish system', [0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b], 'Gdańsk', 'pl-PL'],
    ['Windows-1257', [0x42, 0xe7, 0x72, 0x7a, 0x69, 0xf2, 0xf0], 'Bērziņš', ''],
    ['Windows-1254', [0xdd, 0x73, 0x74, 0x61, 0x6e, 0x62, 0x75, 0x6c], 'İstanbul', 'tr'],
    ['Windows-1253 of a Greek system', [0xc1, 0xe8, 0xde, 0xed, 0xe1], 'Αθήνα', 'el'],
    ['Windows-1252, signs alone', [0x35, 0x20, 0xb0, 0x43, 0x20, 0x96, 0x20, 0x80], '5 °C – €', ''],
    ['KOI8-R', [0xfb, 0xcb, 0xcf, 0xcc, 0xc1], null, ''],
    ['DOS, Cyrillic', [0x98, 0xaa, 0xae, 0xab, 0xa0], null, ''],
    ['DOS, western', [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72], null, ''],
    ['Macintosh', [0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x53, 0x74, 0x72, 0x61, 0xa7, 0x65], null, ''],
  ];
  it.each(CASES)('%s', (_, bytes, text, languages) => {
    const read = () => decodeText(Uint8Array.from(bytes), { languages }).text;
    if (text === null) expect(read).toThrow(/not in UTF-8.*CSV UTF-8/s);
    else expect(read()).toBe(text);
  });

  it('are those that are declared', () => {
    expect(decodeText(Uint8Array.from([0xfb, 0xcb]), { declared: 'koi8-r' })).toEqual({
      text: 'Шк',
      encoding: 'koi8-r',
    });
    expect(() => decodeText(Uint8Array.from([0x41]), { declared: 'klingon' })).toThrow('cannot be read as KLINGON');
  });

  it.each([
    ['PK\u0003\u0004\u0014', 'a workbook'],
    ['\u00D0\u00CF\u0011\u00E0\u00A1\u00B1', 'an old workbook'],
    ['<html xmlns:x="urn:schemas-microsoft-com:office:excel">', 'a web page'],
    ['%PDF-1.7', 'a PDF'],
    ['\u00FF\u00FE\u0000\u0000a\u0000\u0000\u0000', 'UTF-32'],
  ])('%j is refused as %s', (text, name) => expect(() => decodeText(Buffer.from(text, 'latin1'))).toThrow(name));
});
