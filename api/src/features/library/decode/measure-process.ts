import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runNode } from '../../../lib/run-node.ts';
import { DECODE_LIMITS } from './decode-process.ts';
import type { Measured } from './measure.ts';

const PROGRAM = fileURLToPath(new URL('./measure-main.ts', import.meta.url));
/** Files of one process: its start takes as long as many short ones. */
const FILES_AT_ONCE = 20;
const measuredSchema = z.array(
  z
    .object({ loudness_lufs: z.number().nullable(), peak_dbtp: z.number().nullable(), levelled: z.boolean() })
    .nullable(),
);

/** Measures a file, and makes it as loud as `lufs`. Resolves to null for one that cannot be decoded; never rejects. */
type MeasureFile = (path: string, lufs?: number) => Promise<Measured | null>;

/** Measures files in a process of their own, one process at a time; what comes meanwhile shares the next one. */
export function createMeasureFile(): MeasureFile {
  const waiting: { args: [lufs: string, path: string]; done: (measured: Measured | null) => void }[] = [];
  let running = false;

  async function measureWaiting(): Promise<void> {
    running = true;
    for (let batch = waiting.splice(0, FILES_AT_ONCE); batch.length > 0; batch = waiting.splice(0, FILES_AT_ONCE)) {
      const { output } = await runNode(
        PROGRAM,
        batch.flatMap(({ args }) => args),
        DECODE_LIMITS,
      );
      const measured = measuredSchema.safeParse(output);
      for (const [index, { done }] of batch.entries()) done(measured.data?.[index] ?? null);
    }
    running = false;
  }

  return (path, lufs) =>
    new Promise((done) => {
      waiting.push({ args: [lufs === undefined ? '-' : String(lufs), path], done });
      if (!running) void measureWaiting();
    });
}
