import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const activityNeedsSchema = z
  .strictObject({
    needs: z.int().min(0),
    unheard: z.int().min(0).describe('of these, what was said within a day and not heard everywhere'),
  })
  .meta({ id: 'ActivityNeeds' });
export type ActivityNeeds = z.infer<typeof activityNeedsSchema>;

/** How much needs somebody: in a file of its own, since the frame of the console has it before any list. */
export const needsHttp = {
  count: endpoint({
    method: 'get',
    path: '/activity/needs',
    summary: 'How much needs the caller: the number of rows of the view `needs` of the activity',
    answer: activityNeedsSchema,
    errors: ['rate_limited'],
  }),
};
