import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { pageFields } from '../paging.ts';

/** The resources of the sound library; each belongs to one user. */

export const LIBRARY_NAME_MAX = 80;
export const libraryNameSchema = z.string().trim().min(1, 'Name is required').max(LIBRARY_NAME_MAX);

export const libraryIdParamsSchema = z.object({ id: idTextSchema });
/** The query of all lists of the library. */
export const libraryQuerySchema = z.object({
  q: z.string().trim().max(200).default(''),
  ...pageFields(100),
  user_id: idTextSchema.optional().describe('the owner: by default the caller; another user for administrators only'),
});
export type LibraryQuery = z.output<typeof libraryQuerySchema>;

export const revisionTimes = { created_at: z.iso.datetime(), updated_at: z.iso.datetime(), revision: z.int().min(1) };
/** The revision that an edit began with; an older one is refused with edit_conflict. */
export const editRevisionSchema = z.int().min(1).optional();
