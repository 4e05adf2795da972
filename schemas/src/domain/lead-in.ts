import { z } from 'zod';

/** What wakes an amplifier that has fallen asleep. */
export const LEAD_IN_SOUNDS = ['silence', 'tone'] as const;
export const LEAD_IN = { maxMs: 5_000, maxAfterS: 3_600 } as const;

/** What is played before an announcement where nothing was heard for a time; see PLAY-31. */
export const leadInSchema = z
  .strictObject({
    ms: z.int().min(0).max(LEAD_IN.maxMs).describe('how long it lasts; 0: none'),
    after_s: z.int().min(0).max(LEAD_IN.maxAfterS).describe('after so many seconds of silence'),
    sound: z.enum(LEAD_IN_SOUNDS),
  })
  .meta({ id: 'LeadIn' });
export type LeadIn = z.infer<typeof leadInSchema>;

export const NO_LEAD_IN: LeadIn = { ms: 0, after_s: 30, sound: 'silence' };
