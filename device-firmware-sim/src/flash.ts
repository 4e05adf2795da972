import { z } from 'zod';
import { DEFAULT_DEVICE_SETTINGS, deviceSettingsSchema } from '@belfry/schemas/domain/configuration';
import { responseMessageSchema } from '@belfry/schemas/mqtt/messages';
import { Journal, type Measurement } from './journal.ts';
import type { Member } from './roster.ts';

/** What a device remembers through a loss of power, its journal aside. */
export const memorySchema = z.object({
  device_key: z.string().nullable(),
  device_version: z.string(),
  /** When that version was installed; null as it left the factory. */
  date_udate_version: z.iso.datetime().nullable(),
  /** Milliseconds since 1970, by the clock of the device. */
  booted_at: z.number(),
  /** The desired configuration that was taken over last; 0 before the first. */
  config_version: z.int().min(0),
  settings: deviceSettingsSchema,
  /** Final answers to the last commands, oldest first, for those that come twice. */
  answers: z.array(responseMessageSchema),
});
export type Memory = z.infer<typeof memorySchema>;

/** The flash of one device. Whoever changes `memory` calls `changed`; a measurement is kept before it is sent. */
export type Flash = {
  memory: Memory;
  journal: Journal;
  changed: () => void;
  /** Writes a measurement to the journal and returns its number. */
  keep: (measurement: Measurement) => number;
};

/** What a device remembers when it leaves the factory; `now` is the time by its own clock. */
export const factoryMemory = (member: Member, now: number): Memory => ({
  device_key: null,
  device_version: member.firstVersion,
  date_udate_version: null,
  booted_at: now - member.character.uptimeSeconds * 1_000,
  config_version: 0,
  settings: { ...DEFAULT_DEVICE_SETTINGS },
  answers: [],
});

/** A flash that forgets everything with the process. */
export function volatileFlash(memory: Memory, journal = new Journal()): Flash {
  return { memory, journal, changed: () => {}, keep: (measurement) => journal.append(measurement) };
}
