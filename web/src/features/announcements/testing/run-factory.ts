import type { AnnouncementRunDetails } from '@belfry/schemas/http/announcements/announcements';
import { aReceipt } from '../../../testing/receipt-factory.ts';
import type { Delivery } from '../announcements-api.ts';

export const RUN_ID = '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01';
export const SERIAL = '1111-2222-3333-4444';

export const aRun = (
  delivery: Partial<Delivery> = {},
  override: Partial<AnnouncementRunDetails> = {},
): AnnouncementRunDetails => {
  const only: Delivery = {
    serial: SERIAL,
    place: 'Hall',
    company_id: 4,
    path: 'North',
    heard: delivery.started_at != null || delivery.state === 'finished' || delivery.state === 'started',
    sent: false,
    offline_since: null,
    state: 'sent',
    language: 'ru',
    voice: 'ru-RU-Standard-A',
    started_at: null,
    finished_at: null,
    reason: null,
    reason_code: null,
    reason_params: {},
    ...delivery,
  };
  return {
    run_id: RUN_ID,
    kind: 'say',
    title: 'The shop closes soon',
    state: 'running',
    priority: 'say_now',
    created_at: '2026-11-22T10:00:00.000Z',
    ended_at: null,
    user_id: 1,
    user_email: 'user@belfry.test',
    error: null,
    devices: 1,
    counts: { [only.state]: 1 },
    sent: only.sent ? 1 : 0,
    receipt: aReceipt({ run_id: RUN_ID, devices: 1, heard: only.heard ? 1 : 0, is_over: false }),
    text: null,
    played: [],
    may_say_again: false,
    away: 0,
    deliveries: [only],
    ...override,
  };
};
