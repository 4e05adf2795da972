import { z } from 'zod';

/** A verified version in one of the two slots. Simulated devices keep no content: it is the same in every slot with its hash. */
const slotSchema = z.object({
  version: z.string(),
  /** Of its archive; null for the version at delivery. */
  sha256: z.string().nullable(),
  size: z.int().min(0),
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
type Slots = z.infer<typeof slotsSchema>;

export const installationSchema = z.object({
  correlation_id: z.string(),
  /** Null until the archive is verified. */
  version: z.string().nullable(),
  previous_version: z.string(),
});

/** Starts of a version on trial. The second one means that the first has ended without reaching the broker. */
const TRIAL_BOOTS = 1;

type SlotMemory = { memory: { device_version: string; slots?: Slots | undefined }; changed: () => void };

export type SlotTable = ReturnType<typeof createSlots>;

/**
 * The two slots for versions in flash. Each method is one atomic write, after each of which the device has a working version:
 * the active one, or the other one while the active one is on trial.
 */
export function createSlots(flash: SlotMemory) {
  const { memory } = flash;

  const current = (): Slots =>
    (memory.slots ??= { active: 0, versions: [delivered(memory.device_version), null], trial: null });
  const activeSlot = ({ active, versions }: Slots): Slot => versions[active] ?? delivered(memory.device_version);

  function store(slots: Slots): void {
    memory.slots = slots;
    flash.changed();
  }

  function toggle(slots: Slots, trial: Slots['trial']): void {
    const next: Slots = { ...slots, active: other(slots.active), trial };
    memory.device_version = activeSlot(next).version;
    store(next);
  }

  function rollBack(): void {
    const slots = current();
    if (slots.trial) toggle(slots, null);
  }

  return {
    isOnTrial: (): boolean => memory.slots?.trial != null,
    starts: (): boolean => !memory.slots || activeSlot(memory.slots).starts,
    erase(): void {
      const { active, versions } = current();
      const kept = versions[active];
      // The version may have been replaced without an archive meanwhile.
      const running = kept?.version === memory.device_version ? kept : delivered(memory.device_version);
      store({ active, versions: active === 0 ? [running, null] : [null, running], trial: null });
    },
    write(slot: Slot): void {
      const { active, versions, trial } = current();
      store({ active, versions: active === 0 ? [versions[0], slot] : [slot, versions[1]], trial });
    },
    /** From the next start on the other version runs, on trial. */
    switch(): void {
      const slots = current();
      if (slots.versions[other(slots.active)]) toggle(slots, { boots: 0 });
    },
    /** Counts a start. @returns whether it has rolled back, because the version on trial was started before */
    boot(): boolean {
      const slots = current();
      if (!slots.trial) return false;
      if (slots.trial.boots >= TRIAL_BOOTS) {
        rollBack();
        return true;
      }
      store({ ...slots, trial: { boots: slots.trial.boots + 1 } });
      return false;
    },
    confirm: (): void => store({ ...current(), trial: null }),
    rollBack,
  };
}

const other = (slot: 0 | 1): 0 | 1 => (slot === 0 ? 1 : 0);
const delivered = (version: string): Slot => ({ version, sha256: null, size: 0, starts: true });
