import { z } from 'zod';

/** What happens to a device; see DEV-60. */
export const TIMELINE_TYPES = [
  'connection',
  'command',
  'announcement',
  'configuration',
  'firmware',
  'owner',
  'binding',
  'audit',
] as const;
export const timelineTypeSchema = z.enum(TIMELINE_TYPES).meta({ id: 'TimelineType' });
export type TimelineType = z.infer<typeof timelineTypeSchema>;

const ENTRY_ID = new RegExp(`^([0-9a-z]{1,11})\\.(${TIMELINE_TYPES.join('|')})\\.(\\d{1,18}|[0-9a-f-]{36})$`);

/** Whether the rows of this type have a UUID; others have a number. */
export const hasUuid = (type: TimelineType): boolean => type === 'command' || type === 'announcement';

/** The place of an entry among the others: its time in microseconds since the epoch, its type, and its row. */
export type TimelinePosition = { us: number; type: TimelineType; ref: string };

export const timelineEntryId = ({ us, type, ref }: TimelinePosition): string => `${us.toString(36)}.${type}.${ref}`;

/** @returns null for a text that is no id of an entry */
export function timelinePosition(id: string): TimelinePosition | null {
  const [, time = '', type, ref = ''] = ENTRY_ID.exec(id) ?? [];
  const { success, data } = timelineTypeSchema.safeParse(type);
  const us = Number.parseInt(time, 36);
  if (!success || !Number.isSafeInteger(us)) return null;
  return hasUuid(data) === ref.includes('-') ? { us, type: data, ref } : null;
}
