import { z } from 'zod';

/** A field of what belongs to an organisation: members change their own work, and who plans for all of its places everything. */
export const ownWork = {
  may_change: z.boolean().optional().describe('whether the caller may change and delete it'),
};
