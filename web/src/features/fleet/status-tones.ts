import type { DeviceStatus } from '@belfry/schemas/domain/device';

/** One colour per status, wherever the fleet is counted. */
export const STATUS_TONES: Record<DeviceStatus, string> = {
  online: 'var(--bf-success)',
  offline: 'var(--bf-control)',
  maintenance: 'var(--bf-device)',
};
