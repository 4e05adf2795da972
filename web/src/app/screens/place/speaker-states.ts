import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { RowState } from '../../../kit/list/index.ts';

export const SPEAKER_STATES: Record<DeviceStatus, RowState> = { online: 'ok', offline: 'wrong', maintenance: 'look' };
