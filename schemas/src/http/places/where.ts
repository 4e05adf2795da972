import { z } from 'zod';
import { COMPANY_TYPES } from '../../domain/companies.ts';
import { rightSchema } from '../../domain/rights.ts';
import { serialSchema } from '../../domain/serial.ts';
import { targetsSchema } from '../../domain/targets.ts';
import { idSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

export const WHERE_TEXT_MAX = 100;
/** Words of a text that are searched for; further ones are ignored. */
export const WHERE_WORDS_MAX = 6;
/** Matches of a search, and places of one level. */
export const WHERE_MATCHES_MAX = 30;
export const WHERE_LEVEL_MAX = 200;

/** What the places are for: the right that the caller needs there. */
export const whereRightSchema = rightSchema.extract([
  'read',
  'speak',
  'emergency',
  'plan',
  'operate',
  'edit-tree',
  'members',
]);

/** POST /where: one of `text`, `below`, `group` and `targets`; without any, the topmost places. */
export const whereBodySchema = z
  .strictObject({
    right: whereRightSchema.default('read'),
    user_id: idSchema.optional().describe('of one organisation only'),
    text: z
      .string()
      .trim()
      .max(WHERE_TEXT_MAX)
      .optional()
      .describe('words that are found in a name or its path: har ent'),
    below: idSchema.optional().describe('the next level below this place'),
    group: idSchema.optional().describe('the loudspeakers of this group'),
    targets: targetsSchema.optional().describe('the names of these, and how much they are'),
  })
  .meta({ id: 'WhereBody' });
export type WhereBody = z.output<typeof whereBodySchema>;

/** A place, a loudspeaker or a group, with the names that it has everywhere. */
export const whereItemSchema = z
  .strictObject({
    kind: z.enum(['place', 'loudspeaker', 'group']),
    company_id: z.int().nullable().describe('null for a group, and for a loudspeaker without a place'),
    group_id: z.int().nullable(),
    serial: serialSchema.nullable().describe('of a loudspeaker'),
    name: z.string(),
    path: z.string().describe('the names above that the caller reads, the topmost first, with “ / ” between them'),
    above: z.array(z.int()).describe('the nodes of the path'),
    type: z.enum(COMPANY_TYPES).nullable(),
    emblem: z.string().nullable(),
    organisation_id: z.int().describe('the owner'),
    organisation: z.string().nullable().describe('the name of the owner, for administrators'),
    loudspeakers: z.int().min(0).describe('at and below it'),
    online: z.int().min(0),
    has_places: z.boolean().describe('whether there is a level below it'),
  })
  .meta({ id: 'WhereItem' });
export type WhereItem = z.infer<typeof whereItemSchema>;

export const whereAnswerSchema = z
  .strictObject({
    items: z.array(whereItemSchema),
    more: z.boolean().describe('whether there are further ones'),
    places: z.int().min(0).nullable().describe('of the targets: those with a loudspeaker'),
    loudspeakers: z.int().min(0).nullable(),
    online: z.int().min(0).nullable(),
  })
  .meta({ id: 'WhereAnswer' });
export type WhereAnswer = z.infer<typeof whereAnswerSchema>;

/** Where something is said, planned or looked at. */
export const whereHttp = {
  find: endpoint({
    method: 'post',
    path: '/where',
    summary:
      'Places of every level, loudspeakers and groups at which the caller has a right, by name, by level, or by what is selected',
    body: whereBodySchema,
    answer: whereAnswerSchema,
  }),
};
