import { z } from 'zod';

/** One lowercase union; each screen offers its own subset (decision 22). */
export const DEVICE_MODES = ['no', 'new', 'pass', 'active', 'blocked', 'wait', 'ok'] as const;
export const ADMIN_DEVICE_MODES = ['no', 'new', 'pass', 'active', 'blocked'] as const;
export const deviceModeSchema = z.enum(DEVICE_MODES).meta({ id: 'DeviceMode' });
export const adminDeviceModeSchema = z.enum(ADMIN_DEVICE_MODES).meta({ id: 'AdminDeviceMode' });
export type DeviceMode = z.infer<typeof deviceModeSchema>;

export const DEVICE_STATUSES = ['online', 'offline', 'maintenance'] as const;
export const deviceStatusSchema = z.enum(DEVICE_STATUSES).meta({ id: 'DeviceStatus' });
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

export const DEVICE_TYPES = ['audio', 'video', 'network', 'storage', 'other'] as const;
export const deviceTypeSchema = z.enum(DEVICE_TYPES).meta({ id: 'DeviceType' });
export type DeviceType = z.infer<typeof deviceTypeSchema>;

/** The derived activity of a device: active when online, otherwise inactive (specification 002 §4). */
export const activityOf = (status: DeviceStatus): 'active' | 'inactive' =>
  status === 'online' ? 'active' : 'inactive';

/** Reboot, install and reinstall need a device that is online (specification 002 §4). */
export const canReceiveCommands = (status: DeviceStatus): boolean => status === 'online';

/** Delete is offered only for mode no (specification 002 §4). */
export const canDelete = (mode: DeviceMode): boolean => mode === 'no';

const ENROLLABLE_MODES: ReadonlySet<DeviceMode> = new Set(['no', 'new', 'pass', 'wait']);

/** A device in one of these modes may fetch its key once (decision 22). */
export const canEnroll = (mode: DeviceMode): boolean => ENROLLABLE_MODES.has(mode);
