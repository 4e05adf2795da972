import { z } from 'zod';

/** How a change comes in: a call of a person, of a program with its key, of a directory (SCIM), of a job, or of an administrator who works as somebody else. */
export const AUDIT_DOORS = ['rest', 'key', 'scim', 'job', 'impersonation'] as const;
export const auditDoorSchema = z.enum(AUDIT_DOORS).meta({ id: 'AuditDoor' });
export type AuditDoor = z.infer<typeof auditDoorSchema>;

/** The largest size of `before`, and of `after`, in bytes of JSON. What is larger is cut, and says so. */
export const AUDIT_SIDE_MAX_BYTES = 4_096;

/** How many rows a list counts and shows; who looks for older ones narrows the time. */
export const AUDIT_LISTED_MAX = 10_000;
/** How many rows one file has: the work of two seconds where all are as large as they may be. */
export const AUDIT_CSV_ROWS_MAX = 25_000;
export const AUDIT_EXPORT_ROWS_MAX = 25_000;

/** How often one person may have the chain verified, and take a file, within an hour. */
export const AUDIT_VERIFICATIONS_PER_HOUR = 240;
export const AUDIT_EXPORTS_PER_HOUR = 60;
