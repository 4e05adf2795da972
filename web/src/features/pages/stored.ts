import { CHIMES } from '@belfry/schemas/domain/announcements';
import { targetsSchema } from '@belfry/schemas/domain/targets';
import { BUSY_CHOICES, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/pages/pages';
import { z } from 'zod';
import { readLocal, writeLocal } from '../../lib/storage.ts';

/** Names in local storage of this feature. They are not in `LOCAL_KEYS`, which every first load carries. */
const KEYS = { microphone: 'talkMicrophone', choices: 'talkChoices', places: 'talkPlaces', undo: 'talkUndoSeconds' };

export const readMicrophoneId = (): string | undefined => readLocal(KEYS.microphone, z.string().min(1).max(500));
export const writeMicrophoneId = (deviceId: string): void => writeLocal(KEYS.microphone, deviceId);

/** How a page begins, and what happens at busy places. */
const choicesSchema = z.object({
  chime: z.enum(CHIMES).catch('ding_dong').default('ding_dong'),
  busy: z.enum(BUSY_CHOICES).catch('interrupt').default('interrupt'),
  wait_s: z.int().min(1).max(PAGE_WAIT_MAX_S).catch(10).default(10),
});
export type PageChoices = z.output<typeof choicesSchema>;
export const readChoices = (): PageChoices => readLocal(KEYS.choices, choicesSchema) ?? choicesSchema.parse({});
export const writeChoices = (choices: PageChoices): void => writeLocal(KEYS.choices, choices);

/** How long a recording waits for an "undo" before it is sent, in seconds. */
export const UNDO_SECONDS = [0, 5, 10] as const;
export type UndoSeconds = (typeof UNDO_SECONDS)[number];
export const readUndoSeconds = (): UndoSeconds => readLocal(KEYS.undo, z.literal(UNDO_SECONDS)) ?? 5;
export const writeUndoSeconds = (seconds: UndoSeconds): void => writeLocal(KEYS.undo, seconds);

export const PLACE_NAME_MAX = 60;
export const SAVED_PLACES_MAX = 50;
const savedPlaceSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(PLACE_NAME_MAX),
  targets: targetsSchema,
});
/** Places to which somebody often talks, as one button. */
export type SavedPlace = z.output<typeof savedPlaceSchema>;
/** Those of every person who has used this browser, by their id. */
const savedPlacesSchema = z.record(z.string(), z.array(savedPlaceSchema).max(SAVED_PLACES_MAX));

export const readPlaces = (userId: number): SavedPlace[] =>
  readLocal(KEYS.places, savedPlacesSchema)?.[String(userId)] ?? [];
export const writePlaces = (userId: number, places: readonly SavedPlace[]): void =>
  writeLocal(KEYS.places, { ...readLocal(KEYS.places, savedPlacesSchema), [String(userId)]: places });
