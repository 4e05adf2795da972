import type { Rollout, RolloutDevice } from '@belfry/schemas/http/firmware/rollouts';

const COUNTS = { pending: 0, downloading: 0, verifying: 0, installed: 0, rolled_back: 0, failed: 0, cancelled: 0 };

export const aRollout = ({ counts, ...changes }: Partial<Rollout> = {}): Rollout => ({
  rollout_id: '0190a5b0-0000-4000-8000-000000000001',
  filename: 'belfry-client-3.5.tar.zst',
  firmware_version: '3.5',
  state: 'running',
  reason: null,
  phases: [1, 10, 100],
  phase: 2,
  next_phase_at: null,
  max_error_rate: 0.1,
  phase_pause_s: 60,
  devices: 500,
  started_by: { id: 7, name: 'Ada' },
  created_at: '2026-01-15T12:30:00.000Z',
  finished_at: null,
  ...changes,
  counts: { ...COUNTS, installed: 40, downloading: 10, pending: 450, ...counts },
});

export const aRolloutDevice = (changes: Partial<RolloutDevice> = {}): RolloutDevice => ({
  serial: '1111-2222-3333-4444',
  name: 'belfry-lobby-4444',
  phase: 1,
  state: 'failed',
  reason: 'The signature of the archive is not valid',
  error_type: 'signature_invalid',
  device_version: '3.3',
  ...changes,
});
