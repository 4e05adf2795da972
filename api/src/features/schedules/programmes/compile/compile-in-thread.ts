import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { Range } from '../../../../recurrence/expand-in-zone.ts';
import { createThreadPool } from '../../../../threads/thread-pool.ts';
import type { Place } from '../../../places/index.ts';
import type { SpeechKey } from '../../../library/rendering/index.ts';
import type { ScheduleRow } from '../../index.ts';
import type { Deps } from '../../../../deps.ts';
import { TEXTS_MAX } from '../render-queue.ts';
import type { NewTask } from '../tasks.repository.ts';
import type { CompileInput, CompileOutput } from './compile.worker.ts';
import type { ScheduledRun } from './compile-groups.ts';
import type { Inputs } from './inputs.ts';
import type { OwnerScope } from './plan-owner.ts';
import type { StoredContent } from './write.repository.ts';

/** What the rules of one owner may use: more occurrences than can be saved, because places may get other zones later; see SCHED-20. */
const BUDGET = { occurrences: 50_000, ms: 10_000 };
/** The time of the thread for one owner, without what it waits for. */
const TIMEOUT_MS = 30_000;

const pool = createThreadPool({
  program: new URL('./compile.worker.ts', import.meta.url),
  maxHeapMb: 512,
  atOnce: 2,
  waitingMax: 100,
  waitingPerUser: 1,
  busyText: 'Other programmes are being compiled. Please try again shortly.',
});

export type Compiled = CompileOutput & { contents: StoredContent[]; runs: ScheduledRun[]; tasks: NewTask[] };
type Part = { from: number; count: number };
export type Compilation = {
  userId: number;
  inputs: Inputs;
  places: readonly Place[];
  scope: OwnerScope;
  range: Range;
};

/**
 * Compiles the programmes of an owner in a thread that is ended at its limits. Throws ThreadLimitError at its limit of time or memory, and
 * ThreadWorkError with the kind BudgetError for too many occurrences.
 */
export async function compileInThread(
  rendering: Deps['rendering'],
  { userId, inputs, places, scope, range }: Compilation,
): Promise<Compiled> {
  const contents: StoredContent[] = [];
  const runs: ScheduledRun[] = [];
  const tasks: NewTask[] = [];
  const { schedules, dictionary, ...others } = inputs;
  const input: CompileInput = {
    inputs: { ...others, dictionary: dictionary.entries },
    scope,
    range,
    userId,
    budget: BUDGET,
    missingMax: TEXTS_MAX,
  };
  const answers = {
    schedules: ({ from, count }: Part): ScheduleRow[] => schedules.slice(from, from + count),
    places: ({ from, count }: Part): Place[] => places.slice(from, from + count),
    ready: async (keys: SpeechKey[]): Promise<[string, AudioItem[]][]> => [...(await rendering.findReady(keys))],
    files: async (sha256s: string[]) => [...(await rendering.findFiles(sha256s))],
    content: (content: StoredContent): void => void contents.push(content),
    runs: (more: ScheduledRun[]): void => void runs.push(...more),
    tasks: (more: NewTask[]): void => void tasks.push(...more),
  };
  const work = { name: 'compile', input, timeoutMs: TIMEOUT_MS, answers };
  const output = (await pool.run(userId, work)) as CompileOutput;
  return { ...output, contents, runs, tasks };
}
