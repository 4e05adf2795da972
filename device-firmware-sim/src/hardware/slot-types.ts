import { z } from 'zod';

/** A verified version in one of the two slots. Simulated devices keep no content: it is the same in every slot with its hash. */
export const slotSchema = z.object({
  version: z.string(),
  /** Of its archive; null for the version at delivery. */
  sha256: z.string().nullable(),
  size: z.int().min(0),
  /** Whether its main program can be started. */
  starts: z.boolean(),
});
export type Slot = z.infer<typeof slotSchema>;

/** The two slots. The inactive one is null while it is written. */
export const slotsSchema = z.object({
  active: z.literal([0, 1]),
  versions: z.tuple([slotSchema.nullable(), slotSchema.nullable()]),
  /** While the active version has not reached the broker: how often it was started. */
  trial: z.object({ boots: z.int().min(0) }).nullable(),
});
export type Slots = z.infer<typeof slotsSchema>;

/** An installation that is to be answered, also after a loss of power. */
export const installationSchema = z.object({
  correlation_id: z.string(),
  /** Null until the archive is verified. */
  version: z.string().nullable(),
  previous_version: z.string(),
});
