import { z } from 'zod';
import { serialSchema } from './serial.ts';
import { networkAddressSchema } from './network-address.ts';
import { VOLUME_MAX, VOLUME_MIN } from './limits.ts';

const volume = z.int().min(VOLUME_MIN).max(VOLUME_MAX);

/** The settings of a device. The names are part of the contract; see CONF-1. */
export const deviceSettingsSchema = z
  .strictObject({
    system_volume: volume,
    music_volume: volume,
    radio_volume: volume,
    voices_commands: z.string().max(2000).nullable(),
    voices_lang_deff: z.string().min(2).max(10),
    voices_voice_deff: z.string().min(1).max(100),
    current_radio_url: z.string().max(500).nullable(),
    music_type: z.string().max(50).nullable(),
    music_status: z.string().max(20).nullable(),
    music_start: z.string().max(50).nullable(),
    time_zone: z.string().min(1).max(64),
    utc: z.int().min(-12).max(14),
    reboot_at_night: z.boolean(),
    update_at_night: z.boolean(),
    wifi_login: z.string().max(64).nullable(),
    wifi_pass: z.string().max(64).nullable(),
    ws_url: z.string().max(500).nullable(),
  })
  .meta({ id: 'DeviceSettings' });
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>;

/** The settings of a device that has not been configured yet; see CONF-2. */
export const DEFAULT_DEVICE_SETTINGS: DeviceSettings = {
  system_volume: 100,
  music_volume: 80,
  radio_volume: 70,
  voices_commands: null,
  voices_lang_deff: 'ru',
  voices_voice_deff: 'ru-RU-Standard-A',
  current_radio_url: null,
  music_type: null,
  music_status: null,
  music_start: null,
  time_zone: 'UTC',
  utc: 0,
  reboot_at_night: true,
  update_at_night: true,
  wifi_login: null,
  wifi_pass: null,
  ws_url: null,
};

/** `devices/{serial}/config/desired`: the whole configuration with the version that the device reports back. */
export const desiredConfigSchema = z
  .object({ version: z.int().min(1), ...deviceSettingsSchema.shape })
  .meta({ id: 'DesiredConfig' });
export type DesiredConfig = z.infer<typeof desiredConfigSchema>;

/** `devices/{serial}/config/reported`: the configuration in force, without the WiFi password. */
export const reportedConfigSchema = z
  .object({
    version: z.int().min(0),
    ...deviceSettingsSchema.omit({ wifi_pass: true }).partial().shape,
    device_version: z.string().max(50).optional(),
    date_udate_version: z.iso.datetime().nullable().optional(),
    rejected: z
      .record(z.string().max(64), z.string().max(300))
      .optional()
      .describe('desired settings that the device does not use, with its reasons; see CONF-10'),
    wifi_joining: z
      .boolean()
      .optional()
      .describe(
        'the device leaves for the network in wifi_login and has not reached the broker from there; see CONF-11',
      ),
  })
  .meta({ id: 'ReportedConfig' });
export type ReportedConfig = z.infer<typeof reportedConfigSchema>;

/** Fields that the configuration call returns besides the settings; they are ignored when they are sent back. */
const NOT_SETTINGS = [
  'serial',
  'version',
  'wifi_pass_set',
  'device_version',
  'date_udate_version',
  'created_at',
  'updated_at',
  'reported',
  'in_sync',
] as const;

const openedVersion = z
  .int()
  .min(0)
  .describe('the version that the edit began with; an older one is refused with edit_conflict; see CONF-12');

/** Addresses are checked where they are saved; those that are stored already may be older. */
const savedSettingsSchema = deviceSettingsSchema
  .extend({
    current_radio_url: networkAddressSchema('stream').nullable(),
    ws_url: networkAddressSchema('socket').nullable(),
  })
  .partial();

/** The body of the save call: absent settings do not change. The response of the read call is a valid body. */
export const deviceSettingsPatchSchema = savedSettingsSchema
  .extend(Object.fromEntries(NOT_SETTINGS.map((name) => [name, z.unknown().optional()])))
  .extend({ revision: openedVersion.optional() })
  .refine((body) => 'serial' in body || !NOT_SETTINGS.some((name) => name in body), 'This is no setting of a device')
  .transform((body): { settings: Partial<DeviceSettings>; revision: number | undefined } => ({
    settings: deviceSettingsSchema.partial().strip().parse(body),
    revision: openedVersion.optional().parse(body.revision),
  }))
  .meta({ id: 'DeviceSettingsPatch' });

/** The response of the configuration call: the desired settings without the WiFi password, and the reported ones. */
export const deviceConfigurationSchema = z
  .object({
    serial: serialSchema,
    version: z.int().min(0),
    ...deviceSettingsSchema.omit({ wifi_pass: true }).shape,
    wifi_pass_set: z.boolean(),
    device_version: z.string().nullable(),
    date_udate_version: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    reported: reportedConfigSchema.nullable(),
    in_sync: z.boolean().describe('the device reported the desired version'),
  })
  .meta({ id: 'DeviceConfiguration' });
export type DeviceConfiguration = z.infer<typeof deviceConfigurationSchema>;
