import { announcementRunSchema, type AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { emergencyStateSchema, type EmergencyState } from '@belfry/schemas/http/announcements/emergency';
import { z } from 'zod';

/** What the console shows of an emergency. */
export type ActiveEmergency = Pick<AnnouncementRun, 'run_id' | 'kind' | 'title' | 'devices'> & {
  counts: Record<string, number>;
};

/** Only the id is needed to end it. */
const activeSchema: z.ZodType<ActiveEmergency> = z.object({
  run_id: z.string(),
  kind: announcementRunSchema.shape.kind.catch('emergency'),
  title: z.string().catch(''),
  devices: z.int().catch(0),
  counts: z.record(z.string(), z.int()).catch({}),
});

/** The rows that can be read. */
const readable = <T>(row: z.ZodType<T>): z.ZodType<T[]> =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((each) => {
        const { data } = row.safeParse(each);
        return data === undefined ? [] : [data];
      }),
    );

/** An emergency that cannot be read completely is shown and ended nevertheless; see ANN-11. */
export const emergencyReadSchema: z.ZodType<Pick<EmergencyState, 'messages'> & { active: ActiveEmergency[] }> =
  z.object({
    messages: readable(emergencyStateSchema.shape.messages.element.strip()),
    active: readable(activeSchema),
  });
