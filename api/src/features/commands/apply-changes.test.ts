import { describe, expect, it } from 'vitest';
import { applyChanges } from './deliveries.sql.ts';
import { publishedChange, responseChange, unpublishedChange } from './delivery.ts';
import { recordingPool } from './testing/command-pool.ts';
import { ID, responseOf, SERIAL } from './testing/delivery-writer-harness.ts';

const { message } = responseOf({ result: { volume: 5 }, execution_time_ms: 7 });
const succeeded = responseChange('set_volume', SERIAL, message, 1_000);

const poolOf = (answers: Record<string, object[]>) => recordingPool((name) => answers[name] ?? []);

const parametersOf = ({ text }: { text: string }): string => /values \(([^)]*)\)/.exec(text)?.[1] ?? '';

describe('one change', () => {
  it('is applied by its own statement, with times as dates and JSON as text', async () => {
    const { pool, statements } = poolOf({ 'apply-change': [{ user_id: 9 }] });
    const applied = { unknown: [], applied: [0], devices: [{ serial: SERIAL, user_id: 9 }] };
    expect(await applyChanges(pool, [succeeded])).toEqual(applied);
    expect(statements).toHaveLength(1);
    expect(statements[0]!.values).toEqual([
      ID,
      SERIAL,
      'succeeded',
      'queued sent accepted timed_out expired',
      'done',
      null,
      '{"volume":5}',
      null,
      null,
      7,
      null,
      null,
      null,
      new Date(1_000),
      true,
    ]);
    expect(parametersOf(statements[0]!)).toMatch(/^\$1::uuid, \$2::text, .*, \$14::timestamptz, \$15::bool$/);
    expect(statements[0]!.text).toContain('serial = $2::text');
  });

  it('that does not settle its delivery has no end', async () => {
    const { pool, statements } = poolOf({ 'apply-change': [{ user_id: null }] });
    await applyChanges(pool, [publishedChange(ID, SERIAL, 900)]);
    expect(statements[0]!.values.slice(10)).toEqual([new Date(900), null, null, null, false]);
  });
});

describe('several changes', () => {
  it('name the devices of those that were applied, and the positions of those without a delivery', async () => {
    const { pool, statements } = poolOf({
      'apply-changes': [{ applied: [1, 3], owners: [9, null], unknown_changes: [2] }],
    });
    const others = ['2222-2222-2222-2222', '3333-3333-3333-3333'] as const;
    const changes = [succeeded, ...others.map((serial) => unpublishedChange(ID, serial, 900, 'away'))];
    expect(await applyChanges(pool, changes)).toEqual({
      unknown: [1],
      applied: [0, 2],
      devices: [
        { serial: SERIAL, user_id: 9 },
        { serial: others[1], user_id: null },
      ],
    });
    expect(statements.map(({ name }) => name)).toEqual(['apply-changes']);
    expect(statements[0]!.values[2]).toEqual(['succeeded', 'failed', 'failed']);
    expect(statements[0]!.values[14]).toEqual([true, true, true]);
  });

  it('are nothing where Postgres answers nothing', async () => {
    const { pool } = poolOf({});
    expect(await applyChanges(pool, [succeeded, publishedChange(ID, SERIAL, 900)])).toEqual({
      unknown: [],
      applied: [],
      devices: [],
    });
  });
});
