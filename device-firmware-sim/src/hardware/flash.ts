import { z } from 'zod';
import { DEFAULT_DEVICE_SETTINGS, deviceSettingsSchema } from '@belfry/schemas/domain/configuration';
import { playedTrackSchema } from '@belfry/schemas/http/announcements/heard-music';
import { commandTable } from '@belfry/schemas/mqtt/commands';
import { responseMessageSchema } from '@belfry/schemas/mqtt/messages';
import { programmeInMemory, type ProgrammeFile } from '../programme/programme-store.ts';
import type { CachedAudio } from '../audio-cache/cache-index.ts';
import { Journal, type Measurement } from './journal.ts';
import { createInputJournal, type InputChange, type InputJournal } from './input-journal.ts';
import { createReceiptJournal, type Receipt, type ReceiptJournal } from './receipt-journal.ts';
import { logReceipt, type RunLog } from './run-log.ts';
import { installationSchema, slotsSchema } from './slots.ts';
import type { DeviceProfile } from '../fleet/device-profiles.ts';

export const memorySchema = z.object({
  device_key: z.string().nullable(),
  device_version: z.string(),
  /** When that version was installed; null for the version at delivery. */
  date_udate_version: z.iso.datetime().nullable(),
  /** Milliseconds since 1970, by the clock of the device. */
  booted_at: z.number(),
  /** The way to the broker that was reached last. */
  reached_broker: z.string().nullable().default(null),
  /** The version of the last applied desired configuration; 0 before the first. */
  config_version: z.int().min(0),
  settings: deviceSettingsSchema,
  rejected: z.record(z.string(), z.string()).default({}),
  /** The WiFi network that did not lead to the server, which is joined again only with another password; see CONF-11. */
  refused_network: z
    .object({ wifi_login: z.string().nullable(), wifi_pass: z.string().nullable(), reason: z.string() })
    .nullable()
    .default(null),
  /** The public key of the signatures of archives, once it is pinned; see FW-3. */
  firmware_key: z.string().nullable().default(null),
  /** Undefined until the first archive is installed. */
  slots: slotsSchema.optional(),
  installation: installationSchema.nullable().default(null),
  /** A command that restarts the machine and has not been answered; `at` in ms since 1970. */
  reboot: z.object({ correlation_id: z.string(), at: z.number() }).nullable().default(null),
  /** Announcements that repeat until they are stopped, also after a restart. */
  emergencies: z
    .array(z.object({ params: commandTable.play.params, until: z.number().describe('ms since 1970') }))
    .default([]),
  /** `receipt_id`s of prepared emergencies whose audio was reported as present. */
  reported_emergencies: z.array(z.string()).default([]),
  /** The tracks of playlists that were heard and that the server has not stored, with the number of the last one; see PLAY-27. */
  heard: z
    .object({ journal: z.uuid(), last_seq: z.int(), tracks: z.array(playedTrackSchema) })
    .nullable()
    .default(null),
  /** The final responses to the last commands, oldest first, for repeated commands. */
  answers: z.array(responseMessageSchema),
});
export type Memory = z.infer<typeof memorySchema>;

export type Stored = {
  memory: Memory;
  journal: Journal;
  receipts: ReceiptJournal;
  inputs: InputJournal;
  runs: RunLog;
  audio: CachedAudio;
};

/** The flash of one device. A change of `memory` or `audio` must be followed by `changed()`; records are stored before they are sent. */
export type Flash = Stored & {
  programme: ProgrammeFile;
  changed: () => void;
  /** Resolves once what has changed so far is stored, or cannot be; missing where that is so at once. */
  stored?: () => Promise<void>;
  /** @returns the sequence number of the measurement */
  append: (measurement: Measurement) => number;
  report: (receipt: Receipt) => void;
  noteInput: (change: InputChange) => void;
};

export const factoryMemory = (profile: DeviceProfile, now: number): Memory => ({
  device_key: null,
  device_version: profile.firstVersion,
  date_udate_version: null,
  booted_at: now - profile.behaviour.uptimeSeconds * 1_000,
  reached_broker: null,
  config_version: 0,
  settings: { ...DEFAULT_DEVICE_SETTINGS },
  rejected: {},
  refused_network: null,
  firmware_key: null,
  installation: null,
  reboot: null,
  emergencies: [],
  reported_emergencies: [],
  heard: null,
  answers: [],
});

export const newStored = (memory: Memory): Stored => ({
  memory,
  journal: new Journal(),
  receipts: createReceiptJournal(),
  inputs: createInputJournal(),
  runs: new Map(),
  audio: new Map(),
});

export function volatileFlash(memory: Memory): Flash {
  const state = newStored(memory);
  return {
    ...state,
    programme: programmeInMemory(),
    changed: () => {},
    append: (measurement) => state.journal.append(measurement),
    report: (receipt) => void appendReceipt(state, receipt),
    noteInput: (change) => void state.inputs.append(change),
  };
}

/** Appends a receipt and records its run. @returns its sequence number */
export function appendReceipt({ receipts, runs }: Stored, receipt: Receipt): number {
  logReceipt(runs, receipt);
  return receipts.append(receipt);
}

export function eraseOwnerData(flash: Flash): void {
  flash.programme.save(null);
  flash.receipts.clear();
  flash.inputs.clear();
  flash.runs.clear();
  flash.audio.clear();
  flash.memory.emergencies = [];
  flash.memory.reported_emergencies = [];
  flash.memory.heard = null;
  flash.changed();
}
