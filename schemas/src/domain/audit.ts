import { z } from 'zod';

/** How a change comes in: a call of a person, of a program with its key, of a directory (SCIM), of a job, or of an administrator who works as somebody else. */
export const AUDIT_DOORS = ['rest', 'key', 'scim', 'job', 'impersonation'] as const;
export const auditDoorSchema = z.enum(AUDIT_DOORS).meta({ id: 'AuditDoor' });
export type AuditDoor = z.infer<typeof auditDoorSchema>;

/** The largest size of `before`, and of `after`, in bytes of JSON. What is larger is cut, and says so. */
export const AUDIT_SIDE_MAX_BYTES = 4_096;

/** Rows that a list counts and shows; a reader of older ones narrows the time. */
export const AUDIT_LISTED_MAX = 10_000;
/** Rows of one file: two seconds of work if all are as large as they may be. */
export const AUDIT_CSV_ROWS_MAX = 25_000;
export const AUDIT_EXPORT_ROWS_MAX = 25_000;

/** Verifications and files of one person. */
export const AUDIT_VERIFICATIONS_PER_HOUR = 240;
export const AUDIT_EXPORTS_PER_HOUR = 60;
