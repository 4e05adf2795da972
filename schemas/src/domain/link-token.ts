import { z } from 'zod';

export const linkTokenSchema = z.string().min(1, 'The link is incomplete').max(100);
