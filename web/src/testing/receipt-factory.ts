import type { Receipt } from '@belfry/schemas/http/announcements/receipts';

export const aReceipt = (fields: Partial<Receipt> = {}): Receipt => ({
  run_id: '11111111-1111-4111-8111-111111111111',
  kind: 'say',
  title: 'Closing soon',
  untyped: null,
  at: '2026-11-20T18:45:00.000Z',
  time_zone: null,
  where: 'North',
  devices: 60,
  heard: 58,
  sent: 0,
  other_voices: 0,
  is_over: true,
  waits_until: null,
  why: null,
  ...fields,
});
