import { expect, it, vi } from 'vitest';
import { volatileFlash } from '../hardware/flash.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { newCounters } from './counters.ts';
import { createJournals } from './journals.ts';
import type { Publisher } from './messages.ts';

const AT = '2026-01-15T12:00:00.000Z';

it('sends a record once it is stored', async () => {
  const clock = createManualClock(Date.parse(AT));
  const { promise, resolve } = Promise.withResolvers<void>();
  const flash = { ...volatileFlash({} as never), stored: () => promise };
  const receipt = vi.fn<Publisher['receipt']>();
  const publisher = { metrics: vi.fn(), receipt, input: vi.fn() } as unknown as Publisher;
  const { receipts } = createJournals({ flash, counters: newCounters(), publisher, clock });
  receipts.connected();
  flash.report({ run_id: '0e3a4b0c-1111-4222-8333-444455556661', event: 'started', reason: null, at: AT });
  receipts.added();
  await Promise.resolve();
  expect(receipt).not.toHaveBeenCalled();
  resolve();
  await vi.waitFor(() => expect(receipt).toHaveBeenCalledOnce());
});
