import { z } from 'zod';
import { idTextSchema } from '../domain/ids.ts';

/** Whose objects a list has. An organisation is everything that one owner has, and goes by the id of the owner. */
export const listedOwner = idTextSchema
  .optional()
  .describe(
    'the owner: by default the caller, with the organisations of a member; another user for administrators only',
  );

export const ownerQuery = { user_id: listedOwner };
export const ownerQuerySchema = z.object(ownerQuery);

export const newOwner = idTextSchema
  .optional()
  .describe(
    'the owner: by default the caller, or the one organisation of a member without an own tree; another user for administrators only',
  );
