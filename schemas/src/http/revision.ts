import { z } from 'zod';

/** Sent with an edit, so that the server detects concurrent changes. */
export const revisionSchema = z
  .int()
  .min(1)
  .describe('counts the changes of what can be edited; an edit that names an older one is refused with edit_conflict');
