import { z } from 'zod';

const hex = (digits: number) => new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`);

export const traceIdSchema = z.string().regex(hex(32));
export const spanIdSchema = z.string().regex(hex(16));

/** The header `traceparent` of W3C Trace Context, version 00. */
export const traceparentSchema = z.string().regex(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/);
