import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import { expect, it } from 'vitest';
import { applyReceipt, type RunDetails } from './announcements-api.ts';
import { aRun as anAnswer, RUN_ID, SERIAL } from './testing/run-factory.ts';

const receipt = (event: ReceiptMessage['event'], override: Partial<ReceiptMessage> = {}): ReceiptMessage => ({
  seq: 1,
  run_id: RUN_ID,
  event,
  reason: null,
  at: '2026-11-22T10:00:00.000Z',
  ...override,
});
const aRun = (...override: Parameters<typeof anAnswer>): RunDetails => {
  const { deliveries, ...run } = anAnswer(...override);
  return { ...run, rows: deliveries, total: deliveries.length };
};
const stateOf = ({ rows }: RunDetails) => rows[0]?.state;

it('moves a delivery forward, with its times and the counts', () => {
  const run = aRun({ state: 'sent' });
  for (const event of ['fetched', 'started', 'finished'] as const) applyReceipt(run, SERIAL, receipt(event));
  expect(run.rows[0]).toMatchObject({
    state: 'finished',
    started_at: '2026-11-22T10:00:00.000Z',
    finished_at: '2026-11-22T10:00:00.000Z',
  });
  expect(run.counts).toMatchObject({ sent: 0, fetched: 0, started: 0, finished: 1 });
});

it('starts an emergency again that was interrupted', () => {
  const run = aRun({ state: 'interrupted', finished_at: '2026-11-22T09:00:00.000Z' }, { kind: 'emergency' });
  applyReceipt(run, SERIAL, receipt('started'));
  expect(run.rows[0]).toMatchObject({ state: 'started', finished_at: null });
  expect(run.counts).toMatchObject({ interrupted: 0, started: 1 });
});

it('never moves a delivery back', () => {
  const run = aRun({ state: 'finished' });
  applyReceipt(run, SERIAL, receipt('started'));
  applyReceipt(run, SERIAL, receipt('skipped'));
  expect(stateOf(run)).toBe('finished');
});

it('believes the device where the server had given up', () => {
  const run = aRun({ state: 'expired' });
  applyReceipt(run, SERIAL, receipt('started'));
  expect(stateOf(run)).toBe('started');
});

it('ignores other runs and other devices', () => {
  const run = aRun({ state: 'sent' });
  applyReceipt(run, SERIAL, receipt('finished', { run_id: '11111111-1111-4111-8111-111111111111' }));
  applyReceipt(run, '9999-9999-9999-9999', receipt('finished'));
  expect(stateOf(run)).toBe('sent');
});
