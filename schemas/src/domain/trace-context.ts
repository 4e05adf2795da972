import { z } from 'zod';

/** The header `traceparent` of W3C Trace Context, version 00. */
export const traceparentSchema = z.string().regex(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/);
