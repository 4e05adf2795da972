import { z } from 'zod';

/** All modes; each screen offers its own subset; see DEV-2. */
export const DEVICE_MODES = ['no', 'new', 'pass', 'active', 'blocked', 'wait', 'ok'] as const;
export const ADMIN_DEVICE_MODES = ['no', 'new', 'pass', 'active', 'blocked'] as const;
export const deviceModeSchema = z.enum(DEVICE_MODES).meta({ id: 'DeviceMode' });
export const adminDeviceModeSchema = z.enum(ADMIN_DEVICE_MODES).meta({ id: 'AdminDeviceMode' });
export type DeviceMode = z.infer<typeof deviceModeSchema>;

export const DEVICE_STATUSES = ['online', 'offline', 'maintenance'] as const;
export const deviceStatusSchema = z.enum(DEVICE_STATUSES).meta({ id: 'DeviceStatus' });
/** How a device reaches the broker: at its own port, or by WebSocket, as through a network that lets only HTTPS by. */
export const deviceConnectionSchema = z.enum(['tcp', 'websocket']);
export type DeviceConnection = z.infer<typeof deviceConnectionSchema>;
export type DeviceStatus = z.infer<typeof deviceStatusSchema>;

export const DEVICE_TYPES = ['audio', 'video', 'network', 'storage', 'other'] as const;
export const deviceTypeSchema = z.enum(DEVICE_TYPES).meta({ id: 'DeviceType' });
export type DeviceType = z.infer<typeof deviceTypeSchema>;

export const DEVICE_ACTIVITIES = ['active', 'inactive'] as const;
export type DeviceActivity = (typeof DEVICE_ACTIVITIES)[number];

/** The activity of a device (`mode` in responses): active while it is online. */
export const activityOf = (status: DeviceStatus): DeviceActivity => (status === 'online' ? 'active' : 'inactive');

/** Characters of a device name that is taken from the note. */
export const DEVICE_NAME_MAX = 100;

type Named = { company_name: string | null; note: string | null; hostname: string | null };

/** What a device is called: the name of its place, else its note, else its host name; null where it has none of them; see DEV-67. */
export const deviceNameOf = ({ company_name, note, hostname }: Named): string | null =>
  company_name ?? (note?.trim().slice(0, DEVICE_NAME_MAX) || hostname);

/** Only a device that is online receives commands; see CMD-4. */
export const canReceiveCommands = (status: DeviceStatus): boolean => status === 'online';

/** Only a device in mode no can be deleted; see DEV-15. */
export const canDelete = (mode: DeviceMode): boolean => mode === 'no';

const ENROLLABLE_MODES: ReadonlySet<DeviceMode> = new Set(['no', 'new', 'pass', 'wait']);

/** A device in one of these modes may fetch its key once; see DEV-8. */
export const canEnroll = (mode: DeviceMode): boolean => ENROLLABLE_MODES.has(mode);

/** People are told of clocks that differ from the server's by more than these; see DEV-68. */
export const CLOCK_OFF_MS = 5_000;
export const CLOCK_WRONG_MS = 60_000;

/** How right the clock of a device is. @param skewMs its clock minus that of the server; null: not known yet */
export function clockState(skewMs: number | null): 'right' | 'off' | 'wrong' {
  const difference = Math.abs(skewMs ?? 0);
  if (difference > CLOCK_WRONG_MS) return 'wrong';
  return difference > CLOCK_OFF_MS ? 'off' : 'right';
}
