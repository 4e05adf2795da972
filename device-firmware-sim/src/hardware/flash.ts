import { z } from 'zod';
import { DEFAULT_DEVICE_SETTINGS, deviceSettingsSchema } from '@belfry/schemas/domain/configuration';
import { responseMessageSchema } from '@belfry/schemas/mqtt/messages';
import { Journal, type Measurement } from './journal.ts';
import { installationSchema, slotsSchema } from './slot-types.ts';
import type { DeviceProfile } from '../fleet/device-profiles.ts';

/** The state of a device that survives a loss of power, apart from its journal. */
export const memorySchema = z.object({
  device_key: z.string().nullable(),
  device_version: z.string(),
  /** When that version was installed; null for the version at delivery. */
  date_udate_version: z.iso.datetime().nullable(),
  /** Milliseconds since 1970, by the clock of the device. */
  booted_at: z.number(),
  /** The version of the last applied desired configuration; 0 before the first. */
  config_version: z.int().min(0),
  settings: deviceSettingsSchema,
  /** The desired settings that are not used, with the reasons. */
  rejected: z.record(z.string(), z.string()).default({}),
  /** The public key of the signatures of archives, once it is pinned; see FW-3. */
  firmware_key: z.string().nullable().default(null),
  /** Undefined until the first archive is installed. */
  slots: slotsSchema.optional(),
  /** The installation of an archive that has not been answered. */
  installation: installationSchema.nullable().default(null),
  /** The final responses to the last commands, oldest first, for repeated commands. */
  answers: z.array(responseMessageSchema),
});
export type Memory = z.infer<typeof memorySchema>;

/** The flash of one device. A change of `memory` must be followed by `changed()`; a measurement is stored before it is sent. */
export type Flash = {
  memory: Memory;
  journal: Journal;
  changed: () => void;
  /** Appends a measurement to the journal and returns its sequence number. */
  append: (measurement: Measurement) => number;
};

/** The memory at delivery; `now` is the time by the device's clock. */
export const factoryMemory = (profile: DeviceProfile, now: number): Memory => ({
  device_key: null,
  device_version: profile.firstVersion,
  date_udate_version: null,
  booted_at: now - profile.behaviour.uptimeSeconds * 1_000,
  config_version: 0,
  settings: { ...DEFAULT_DEVICE_SETTINGS },
  rejected: {},
  firmware_key: null,
  installation: null,
  answers: [],
});

/** A flash in memory that is lost with the process. */
export function volatileFlash(memory: Memory, journal = new Journal()): Flash {
  return { memory, journal, changed: () => {}, append: (measurement) => journal.append(measurement) };
}
