import { z } from 'zod';

/** Sent back with an edit, it tells the server which values the edit began with. */
export const revisionSchema = z
  .int()
  .min(1)
  .describe('counts the changes of what can be edited; an edit that names an older one is refused with edit_conflict');
