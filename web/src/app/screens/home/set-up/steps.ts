import { useState } from 'react';
import { z } from 'zod';
import { LOCAL_KEYS, readLocal, writeLocal } from '../../../../lib/storage.ts';

export const STEPS = ['organisation', 'voice', 'place', 'loudspeaker', 'sentence'] as const;
export type Step = (typeof STEPS)[number];

const progressSchema = z.object({
  /** Done, or skipped. */
  passed: z.array(z.enum(STEPS)),
  skipped: z.array(z.enum(STEPS)).default([]),
  isDismissed: z.boolean(),
});
type Progress = z.output<typeof progressSchema>;

const NOTHING: Progress = { passed: [], skipped: [], isDismissed: false };

/** How far a person is with the set-up on this browser; `hasBegun` tells those who have never seen it from those who have left it. */
export function useProgress(userId: number) {
  const key = `${LOCAL_KEYS.setUp}:${userId}`;
  const [progress, setProgress] = useState(() => readLocal(key, progressSchema));
  const store = (next: Progress): void => {
    writeLocal(key, next);
    setProgress(next);
  };
  const current = progress ?? NOTHING;
  return {
    ...current,
    hasBegun: progress !== undefined,
    begin: () => progress ?? store(NOTHING),
    pass: (step: Step, { isSkipped = false } = {}) => {
      const skipped = current.skipped.filter((each) => each !== step);
      const passed = [...new Set([...current.passed, step])];
      store({ ...current, passed, skipped: isSkipped ? [...skipped, step] : skipped });
    },
    dismiss: () => store({ ...current, isDismissed: true }),
    resume: () => store({ ...current, isDismissed: false }),
  };
}

/** The steps that nothing shows to be done; `exists` tells what the server has already. */
export const stepsLeft = (exists: Readonly<Partial<Record<Step, boolean>>>, passed: readonly Step[]): Step[] =>
  STEPS.filter((step) => exists[step] !== true && !passed.includes(step));
