import { z } from 'zod';
import {
  notTestedReasonSchema,
  playerSoundSchema,
  soundLevelSchema,
  soundResultSchema,
} from '../domain/sound-tests.ts';
import { serialParamsSchema } from './commands/commands.ts';
import { endpoint } from './endpoint.ts';
import { pageFields } from './paging.ts';

/** How many results of a device are kept: of tests, and of announcements. */
export const SOUND_TESTS_KEPT = 400;
export const PASSIVE_TESTS_KEPT = 200;
export const SOUND_TESTS_PAGE_SIZE = 20;

export const soundTestSchema = z
  .strictObject({
    test_id: z.int(),
    at: z.iso.datetime(),
    kind: z.enum(['nightly', 'manual', 'passive']).describe('passive: while an announcement was played'),
    announcement: z
      .string()
      .nullable()
      .describe('the title of the announcement that was played; null: of a test, or deleted'),
    result: soundResultSchema.nullable().describe('null: the device has not answered yet'),
    reason: notTestedReasonSchema.nullable().describe('why it was not tested'),
    level_db: z.number().nullable().describe('what was heard, relative to what was played'),
    noise_db: z.number().nullable().describe('of the room, relative to full scale'),
    level: soundLevelSchema.describe('the volume of the tones, or of the announcement'),
    players: z.array(playerSoundSchema),
  })
  .meta({ id: 'SoundTest' });
export type SoundTest = z.infer<typeof soundTestSchema>;

export const soundTestsHttp = {
  list: endpoint({
    method: 'get',
    path: '/devices/{serial}/sound-tests',
    summary: 'What the sound tests of a device have heard, the newest first',
    description: 'Of the time since it has its owner. The command `sound_test` tests it now.',
    params: serialParamsSchema,
    query: z.object(pageFields(SOUND_TESTS_PAGE_SIZE)).meta({ id: 'SoundTestsQuery' }),
    answer: z.array(soundTestSchema),
    errors: ['device_not_found'],
  }),
};
