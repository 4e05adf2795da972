import { IMPORT_LINES_MAX } from '@belfry/schemas/http/fleet/files';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const SERIAL = '1111-2222-3333-4444';

describe('a CSV file', () => {
  it('is read with quotes, line ends of Windows, a byte order mark and columns in any order', async () => {
    const { lines, errors } = await readCsv(`\uFEFFnote,Serial ,tags\r\n"a ""b"", c",${SERIAL},"Shop, hall"\r\n`);
    expect(errors).toEqual([]);
    expect(lines).toEqual([
      {
        line: 2,
        serial: SERIAL,
        note: 'a "b", c',
        tags: ['hall', 'shop'],
        pass: null,
        company_id: null,
        email: null,
        mode: null,
      },
    ]);
  });

  it('may have semicolons, as spreadsheets of some countries write them', async () => {
    expect((await readCsv(`serial;note\n${SERIAL};a, b`)).lines).toMatchObject([{ serial: SERIAL, note: 'a, b' }]);
  });

  it('gets back what an export has protected against formulas', async () => {
    expect((await readCsv(`serial,note\n${SERIAL},'=1+1`)).lines).toMatchObject([{ note: '=1+1' }]);
  });

  it('names each invalid field with the number of its line', async () => {
    const text = `serial,email,mode,company_id,pass\n123,,,,\n${SERIAL},x,burning,-1,12345678901\n`;
    const { errors, lines, total } = await readCsv(text);
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [2, 'serial'],
      [3, 'pass'],
      [3, 'company_id'],
      [3, 'email'],
      [3, 'mode'],
    ]);
    expect([lines, total]).toEqual([[], 2]);
  });

  it('says which value is invalid and which are allowed, but no pass', async () => {
    const { errors } = await readCsv(`serial,mode,tags,pass\n${SERIAL},burning,hall; #shop,12345678901\n`);
    const byField = new Map(errors.map((error) => [error.field, error]));
    expect(byField.get('mode')).toMatchObject({
      value: 'burning',
      reason: '“burning” is not valid. Allowed are no, new, pass, active, blocked',
    });
    expect(byField.get('tags')?.reason).toMatch(/^“hall; #shop” is not valid\. Tags are separated by commas/);
    expect(JSON.stringify(byField.get('pass'))).not.toContain('12345678901');
  });

  it('has each serial number once', async () => {
    const { errors, lines } = await readCsv(`serial\n${SERIAL}\n${SERIAL}\n`);
    expect(lines).toHaveLength(1);
    expect(errors).toMatchObject([{ line: 3, code: 'duplicate' }]);
  });

  it('names the columns that are not read, also those of hostile names', async () => {
    expect(await readCsv(`serial,status,__proto__\n${SERIAL},online,x`)).toMatchObject({
      ignored: ['status', '__proto__'],
      lines: [{ serial: SERIAL }],
    });
  });

  it.each([
    ['', 'no lines'],
    ['serial\n', 'no lines'],
    ['note\nx\n', 'no column “serial”'],
    ['serial,note\n1,"x\n', 'no valid CSV'],
    [`serial\n${'1\n'.repeat(IMPORT_LINES_MAX + 1)}`, '5000 lines at most'],
    [`serial\n"${'x'.repeat(300_000)}"\n`, 'no valid CSV'],
  ])('%#: is rejected with its reason', (text, reason) => expect(readCsv(text)).rejects.toThrow(reason));
});
