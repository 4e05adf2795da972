import { expect, it } from 'vitest';
import { fleetSummarySchema } from '@belfry/schemas/mqtt/console-messages';
import { summarize } from './fleet.publisher.ts';

it('counts devices by every status and mode, with 0 where there is none', () => {
  const summary = summarize([
    { status: 'online', mode: 'active', count: 3 },
    { status: 'offline', mode: 'active', count: 2 },
    { status: 'offline', mode: 'new', count: 1 },
  ]);
  expect(summary).toMatchObject({
    total: 6,
    by_status: { online: 3, offline: 3, maintenance: 0 },
    by_mode: { active: 5, new: 1, blocked: 0 },
  });
  expect(fleetSummarySchema.safeParse({ ...summary, at: new Date().toISOString() }).success).toBe(true);
});
