import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditLine, CHAIN_START, type ChainEnd, hashedText } from './audit-chain.ts';
import { type BrokenRow, ChainVerifier } from './audit-verifier.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const ROWS = 10_000;
/** Ids have gaps and are not in order, as those of transactions that were rolled back or were committed late. */
const idAt = (seq: number): number => seq * 3 + (seq % 2 === 0 ? 4 : 0);

function chainOf(count: number): AuditLine[] {
  let last: ChainEnd = CHAIN_START;
  return Array.from({ length: count }, (_, index) => {
    const seq = index + 1;
    const row = {
      seq,
      id: idAt(seq),
      prev_id: last.id,
      prev_hash: last.hash,
      at: `2026-11-26T20:00:00.${String(seq).padStart(6, '0')}Z`,
      user_id: seq % 7 === 0 ? null : seq % 50,
      acting_as: seq % 11 === 0 ? seq : null,
      key_id: seq,
      api_key_id: null,
      door: 'rest' as const,
      action: 'schedule.change',
      object_kind: 'schedule',
      object_id: String(seq),
      company_id: seq % 3 === 0 ? null : seq,
      owner_id: 7,
      in_timeline: seq % 2 === 0,
      ip: '192.0.2.1',
      details: null,
      before: `{"name": "Bell ${seq}"}`,
      after: `{"name": "Bell “${seq + 1}”"}`,
    };
    last = { seq, id: row.id, hash: sha256(hashedText(row)) };
    return { ...row, hash: last.hash };
  });
}

const CHAIN = chainOf(ROWS);
const lastLine = CHAIN.at(-1) as AuditLine;
const END: ChainEnd = { seq: lastLine.seq, id: lastLine.id, hash: lastLine.hash };
/** Where the property tests begin: verifying from the middle takes a fraction of the time, and is the same work. */
const startAt = (index: number): ChainEnd => {
  const line = CHAIN[index - 1];
  return line ? { seq: line.seq, id: line.id, hash: line.hash } : CHAIN_START;
};

function verify(lines: readonly (AuditLine | null)[], start: ChainEnd = CHAIN_START, end = END): BrokenRow | null {
  const verifier = new ChainVerifier(sha256, start);
  for (const line of lines) verifier.add(line);
  return verifier.finish(end);
}

function verifyChanged(index: number, change: (lines: AuditLine[], at: number) => readonly (AuditLine | null)[]) {
  const from = Math.max(0, index - 3);
  const to = Math.min(ROWS, index + 6);
  const last = CHAIN[to - 1] as AuditLine;
  const at = index - from;
  return verify(change(CHAIN.slice(from, to), at), startAt(from), { seq: last.seq, id: last.id, hash: last.hash });
}

const indexes = fc.integer({ min: 0, max: ROWS - 1 });
const FIELDS = Object.keys(CHAIN[0] as AuditLine) as (keyof AuditLine)[];

function changed(value: AuditLine[keyof AuditLine], position: number): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (value === null) return 'x';
  const at = position % value.length;
  const other = value[at] === 'a' ? 'b' : 'a';
  return value.slice(0, at) + other + value.slice(at + 1);
}

describe('a chain of 10,000 rows', () => {
  it('is unbroken as it was written', () => {
    const verifier = new ChainVerifier(sha256, CHAIN_START);
    for (const line of CHAIN) verifier.add(line);
    expect(verifier.finish(END)).toBeNull();
    expect(verifier.verified).toBe(ROWS);
    expect(verifier.lastAt).toBe(lastLine.at);
  });

  it('names the row of which any field differs by one character', () => {
    fc.assert(
      fc.property(indexes, fc.constantFrom(...FIELDS), fc.nat(100), (index, field, position) => {
        const broken = verifyChanged(index, (lines, at) =>
          lines.with(at, { ...lines[at], [field]: changed((lines[at] as AuditLine)[field], position) } as AuditLine),
        );
        expect(broken).toMatchObject({ why: 'changed', id: (CHAIN[index] as AuditLine).id, seq: index + 1 });
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 2_000 },
    );
  });

  it('names the row that cannot be read any more', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const broken = verifyChanged(index, (lines, at) => lines.map((line, n) => (n === at ? null : line)));
        expect(broken).toMatchObject({ why: 'changed', id: (CHAIN[index] as AuditLine).id });
      }),
    );
  });

  it('names the row that is missing, the last one too', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const broken = verifyChanged(index, (lines, at) => lines.toSpliced(at, 1));
        expect(broken).toMatchObject({ why: 'missing', id: (CHAIN[index] as AuditLine).id, seq: index + 1 });
      }),
    );
    expect(verify(CHAIN.slice(0, -1))).toMatchObject({ why: 'missing', id: END.id });
  });

  it('names the row whose place another one has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ROWS - 2 }), fc.integer({ min: 1, max: 4 }), (index, by) => {
        const other = Math.min(index + by, ROWS - 1);
        const broken = verifyChanged(index, (lines, at) => {
          const [one, two] = [lines[at] as AuditLine, lines[at + other - index] as AuditLine];
          return lines.with(at, two).with(at + other - index, one);
        });
        expect(broken).toMatchObject({ why: 'moved', id: (CHAIN[index] as AuditLine).id, seq: index + 1 });
      }),
    );
  });

  it('names a row that was changed and hashed again, since the next one has its hash', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: ROWS - 2 }), (index) => {
        const broken = verifyChanged(index, (lines, at) => {
          const forged = { ...(lines[at] as AuditLine), action: 'schedule.delete' };
          return lines.with(at, { ...forged, hash: sha256(hashedText(forged)) });
        });
        expect(broken).toMatchObject({ why: 'changed', id: (CHAIN[index] as AuditLine).id });
      }),
    );
  });
});

describe('the rows from one on', () => {
  it('hashed again to the end differ from the signed day, and from the last row that is known', () => {
    let last: ChainEnd = CHAIN_START;
    const forged: AuditLine[] = [];
    for (const [index, row] of chainOf(10).entries()) {
      const action = index < 4 ? row.action : 'schedule.delete';
      const line = { ...row, action, prev_id: last.id, prev_hash: last.hash };
      last = { seq: row.seq, id: row.id, hash: sha256(hashedText(line)) };
      forged.push({ ...line, hash: last.hash });
    }
    const true6 = CHAIN[5] as AuditLine;
    const verifier = new ChainVerifier(sha256, CHAIN_START, [{ seq: 6, hash: true6.hash }]);
    for (const line of forged) verifier.add(line);
    expect(verifier.finish()).toMatchObject({ why: 'changed', id: true6.id });
    const tenth = CHAIN[9] as AuditLine;
    expect(verify(forged, CHAIN_START, { seq: 10, id: tenth.id, hash: tenth.hash })).toMatchObject({ id: tenth.id });
  });

  it('that retention has kept are verified from there', () => {
    expect(verify(CHAIN.slice(5_000), startAt(5_000))).toBeNull();
    expect(verify(CHAIN.slice(5_001), startAt(5_000))).toMatchObject({
      why: 'missing',
      id: (CHAIN[5_000] as AuditLine).id,
    });
  });

  it('of which the reader sees only the places are verified as far as that goes', () => {
    const hidden = CHAIN.slice(0, 10).map(({ seq, id, prev_id, prev_hash, hash }) => ({
      seq,
      id,
      prev_id,
      prev_hash,
      hash,
      hidden: true as const,
    }));
    const verifier = new ChainVerifier(sha256, CHAIN_START);
    for (const line of hidden.toSpliced(4, 1)) verifier.add(line);
    expect(verifier.finish()).toMatchObject({ why: 'missing', id: (CHAIN[4] as AuditLine).id });
  });
});
