import { z } from 'zod';
import { DEVICE_MODES, deviceStatusSchema } from '../domain/device.ts';
import { instantSchema } from './instant.ts';

const count = z.int().min(0);
export const fleetSummarySchema = z
  .object({
    total: count,
    by_status: z.record(deviceStatusSchema, count),
    by_mode: z.record(z.enum(DEVICE_MODES), count),
    at: instantSchema,
  })
  .meta({ id: 'FleetSummary' });
export type FleetSummary = z.infer<typeof fleetSummarySchema>;

export const userEventSchema = z
  .object({
    type: z.enum([
      'devices_changed',
      'approvals_changed',
      'commands_changed',
      'runs_changed',
      'user_changed',
      'users_changed',
      'companies_changed',
      'groups_changed',
      'voices_changed',
      'firmware_changed',
      'library_changed',
      'announcements_changed',
      'schedules_changed',
      'sms_changed',
      'alarms_changed',
      'triggers_changed',
      'webhooks_changed',
      'home_assistants_changed',
      'scenarios_changed',
    ]),
    ids: z.array(z.union([z.int(), z.string()])).max(1000),
    at: instantSchema,
  })
  .meta({ id: 'UserEvent' });
export type UserEvent = z.infer<typeof userEventSchema>;
