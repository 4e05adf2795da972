import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** How much needs somebody: in a file of its own, since the frame of the console has it before any list. */
export const needsHttp = {
  count: endpoint({
    method: 'get',
    path: '/activity/needs',
    summary: 'How much needs the caller: the number of rows of the view `needs` of the activity',
    answer: z.strictObject({ needs: z.int().min(0) }).meta({ id: 'ActivityNeeds' }),
    errors: ['rate_limited'],
  }),
};
