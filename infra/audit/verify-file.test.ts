import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  AUDIT_FORMAT,
  type AuditLine,
  CHAIN_START,
  type ChainEnd,
  endText,
  hashedText,
  rootText,
} from '@belfry/schemas/domain/audit-chain';
import { describe, expect, it } from 'vitest';
import { verifyLines } from './verify-file.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const ROWS = 10_000;

function exportOf(count: number): { file: string[]; ids: number[] } {
  let last: ChainEnd = CHAIN_START;
  const lines: AuditLine[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const row = {
      seq,
      id: seq * 2 + 100,
      prev_id: last.id,
      at: '2026-11-26T20:00:00.000001Z',
      user_id: 3,
      acting_as: null,
      key_id: seq,
      api_key_id: null,
      door: 'rest' as const,
      action: 'group.rename',
      object_kind: 'group',
      object_id: String(seq),
      company_id: null,
      owner_id: 3,
      in_timeline: false,
      ip: '192.0.2.1',
      details: null,
      before: '{"name": "Hall"}',
      after: `{"name": "Hall ${seq}"}`,
      prev_hash: last.hash,
    };
    last = { seq, id: row.id, hash: sha256(hashedText(row)) };
    lines.push({ ...row, hash: last.hash });
  }
  const middle = lines.slice(0, Math.ceil(count / 2)).at(-1) ?? last;
  const root = { day: '2026-11-25', seq: middle.seq, id: middle.id, hash: middle.hash };
  const head = {
    format: AUDIT_FORMAT,
    public_key: pem,
    start: CHAIN_START,
    roots: [{ ...root, signature: signed(rootText(root)) }],
  };
  const file = [head, ...lines, { end: last, signature: signed(endText(last)) }].map((line) => JSON.stringify(line));
  return { file, ids: lines.map(({ id }) => id) };
}

const { file, ids } = exportOf(ROWS);
const small = exportOf(9);
const placeOf = (ofIds: readonly number[], index: number): number => ofIds.at(index) ?? 0;
const indexes = small.ids.keys().toArray();

describe('an exported chain', () => {
  it('of 10,000 rows is unbroken as it was exported, with the key that is trusted too', async () => {
    expect(await verifyLines(file)).toEqual({ rows: ROWS, hidden: 0, days: 1, broken: null, problems: [] });
    expect(await verifyLines(small.file, pem)).toMatchObject({ problems: [] });
  });

  it('of 10,000 rows with one byte changed names that row', async () => {
    for (const index of [0, 1, 4_999, 5_000, 9_998, 9_999]) {
      const line = file.at(index + 1) ?? '';
      const at = line.indexOf('"Hall') + 2;
      const broken = file.with(index + 1, `${line.slice(0, at)}B${line.slice(at + 1)}`);
      expect((await verifyLines(broken)).broken).toMatchObject({ why: 'changed', id: placeOf(ids, index) });
    }
  });

  it('names the row of which any byte was changed', async () => {
    // The first, one between others, and the last.
    for (const index of [0, 4, indexes.length - 1]) {
      const line = small.file.at(index + 1) ?? '';
      for (let at = 0; at < line.length; at += 1) {
        const other = line[at] === '0' ? '1' : '0';
        const text = `${line.slice(0, at)}${other}${line.slice(at + 1)}`;
        const { broken, problems } = await verifyLines(small.file.with(index + 1, text));
        expect({ text, broken }).toMatchObject({ broken: { why: 'changed', id: placeOf(small.ids, index) } });
        expect(problems[0]).toContain(`Row ${placeOf(small.ids, index)} `);
      }
    }
  });

  it('names the row that is missing, or whose place another one has', async () => {
    for (const index of indexes) {
      const { broken } = await verifyLines(small.file.toSpliced(index + 1, 1));
      expect(broken).toMatchObject({ why: 'missing', id: placeOf(small.ids, index) });
    }
    for (const index of indexes.slice(0, -1)) {
      const [one, two] = [small.file.at(index + 1) ?? '', small.file.at(index + 2) ?? ''];
      const { broken } = await verifyLines(small.file.with(index + 1, two).with(index + 2, one));
      expect(broken).toMatchObject({ why: 'moved', id: placeOf(small.ids, index) });
    }
  });

  it('without its end, or signed by another key, is not trusted', async () => {
    expect((await verifyLines(small.file.slice(0, -1))).problems).toEqual([expect.stringContaining('no end')]);
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const { problems } = await verifyLines(small.file, other);
    expect(problems).toHaveLength(2);
  });

  it('that does not begin as one is refused', async () => {
    await expect(verifyLines(['{"format":"other"}'])).rejects.toThrow('not the beginning');
    await expect(verifyLines([])).rejects.toThrow('empty');
  });
});
