import { z } from 'zod';

/** The token of a mailed one-time link. */
export const linkTokenSchema = z.string().min(1, 'The link is incomplete').max(100);
