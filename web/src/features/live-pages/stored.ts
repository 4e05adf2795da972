import { CHIMES } from '@belfry/schemas/domain/announcements';
import { BUSY_CHOICES, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/live-pages/live-pages';
import { z } from 'zod';
import { readLocal, writeLocal } from '../../lib/storage.ts';

/** Names in local storage. */
const KEYS = { microphone: 'talkMicrophone', choices: 'talkChoices' };

export const readMicrophoneId = (): string | undefined => readLocal(KEYS.microphone, z.string().min(1).max(500));
export const writeMicrophoneId = (deviceId: string): void => writeLocal(KEYS.microphone, deviceId);

const choicesSchema = z.object({
  chime: z.enum(CHIMES).catch('ding_dong').default('ding_dong'),
  busy: z.enum(BUSY_CHOICES).catch('interrupt').default('interrupt'),
  wait_s: z.int().min(1).max(PAGE_WAIT_MAX_S).catch(10).default(10),
});
export type PageChoices = z.output<typeof choicesSchema>;
export const readChoices = (): PageChoices => readLocal(KEYS.choices, choicesSchema) ?? choicesSchema.parse({});
export const writeChoices = (choices: PageChoices): void => writeLocal(KEYS.choices, choices);
