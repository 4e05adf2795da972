import { z } from 'zod';
import { auditDoorSchema } from './audit.ts';

/** The format of an exported chain, and the first value of every text that is hashed or signed. */
export const AUDIT_FORMAT = 'belfry-audit-1';

const HASH = /^[0-9a-f]{64}$/;
const hashSchema = z.string().regex(HASH);
const countSchema = z.int().min(0);
const idSchema = z.int().nullable();

/** A row that the reader of an export may not see: its place in the chain only. */
export const hiddenLineSchema = z.strictObject({
  seq: countSchema,
  id: countSchema,
  prev_id: countSchema,
  prev_hash: hashSchema,
  hash: hashSchema,
  hidden: z.literal(true),
});

/** A row of the chain. JSON values are the exact texts that Postgres gives, times have microseconds, hashes are hexadecimal. */
export const auditLineSchema = z.strictObject({
  seq: countSchema,
  id: countSchema,
  prev_id: countSchema,
  at: z.string(),
  user_id: idSchema,
  acting_as: idSchema,
  key_id: idSchema,
  api_key_id: idSchema,
  door: auditDoorSchema.nullable(),
  action: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  company_id: idSchema,
  owner_id: idSchema,
  in_timeline: z.boolean(),
  ip: z.string().nullable(),
  details: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  prev_hash: hashSchema,
  hash: hashSchema,
});
export type AuditLine = z.infer<typeof auditLineSchema>;
export type HiddenLine = z.infer<typeof hiddenLineSchema>;

const HASHED = [
  'seq',
  'id',
  'prev_id',
  'prev_hash',
  'at',
  'user_id',
  'acting_as',
  'key_id',
  'api_key_id',
  'door',
  'action',
  'object_kind',
  'object_id',
  'company_id',
  'owner_id',
  'in_timeline',
  'ip',
  'details',
  'before',
  'after',
] as const satisfies readonly (keyof AuditLine)[];

/** The text whose SHA-256, as UTF-8, is the hash of a row: a JSON array of the format and all fields in their order. */
export const hashedText = (line: Omit<AuditLine, 'hash'>): string =>
  JSON.stringify([AUDIT_FORMAT, ...HASHED.map((field) => line[field])]);

/** An end of the chain: the row that is the last one, or the one before the first. */
export const chainEndSchema = z.strictObject({ seq: countSchema, id: countSchema, hash: hashSchema });
export type ChainEnd = z.infer<typeof chainEndSchema>;

export const CHAIN_START: ChainEnd = { seq: 0, id: 0, hash: '0'.repeat(64) };

/** The last row of the chain at the end of a day, with the signature of `rootText` in hexadecimal. */
export const auditRootSchema = z.strictObject({ day: z.iso.date(), ...chainEndSchema.shape, signature: z.string() });
export type AuditRoot = z.infer<typeof auditRootSchema>;

/** The text that the signature of a day signs. */
export const rootText = ({ day, seq, id, hash }: Omit<AuditRoot, 'signature'>): string =>
  JSON.stringify([AUDIT_FORMAT, 'root', day, seq, id, hash]);
/** The text that the signature at the end of an export signs. */
export const endText = ({ seq, id, hash }: ChainEnd): string => JSON.stringify([AUDIT_FORMAT, 'end', seq, id, hash]);

/** The first line of an export: what its first row follows, the days that were signed, and the key that signed, as PEM. */
export const exportHeadSchema = z.strictObject({
  format: z.literal(AUDIT_FORMAT),
  public_key: z.string(),
  start: chainEndSchema,
  roots: z.array(auditRootSchema),
});
/** The last line of an export. */
export const exportEndSchema = z.strictObject({ end: chainEndSchema, signature: z.string() });
