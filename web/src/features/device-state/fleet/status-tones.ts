import type { DeviceStatus } from '@belfry/schemas/domain/device';

/** The colour of each status in the counts of the fleet. */
export const STATUS_TONES: Record<DeviceStatus, string> = {
  online: 'var(--bf-success)',
  offline: 'var(--bf-control)',
  maintenance: 'var(--bf-device)',
};
