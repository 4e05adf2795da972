import { PARTS_QUEUE, sendPart, SWEEP_QUEUE, sweepRun } from '../features/announcements/index.ts';
import { advanceRun, RUN_STEPS } from '../features/commands/runs/index.ts';
import { advanceRollout, ROLLOUT_STEPS } from '../features/firmware/index.ts';
import { METRICS_ROLLUPS, rollUp } from '../features/metrics/index.ts';
import { MESSAGE_QUEUES, sendQueued } from '../features/messages/outbox/index.ts';
import {
  COMPILE_PROGRAMMES,
  compileOwner,
  RENDER_SPEECH,
  renderSpeech,
  runTask,
  SCHEDULE_TASKS,
} from '../features/schedules/programmes/index.ts';
import { sampleRunQueue, workOnSampleRun } from '../features/speech/samples/index.ts';
import type { RunningJobs } from '../jobs/index.ts';
import type { Deps } from '../deps.ts';

/** Registers the handlers of all queues. Called before the jobs start. */
export function registerWorkers(jobs: Pick<RunningJobs, 'work'>, deps: Deps): void {
  jobs.work(PARTS_QUEUE, async ({ run_id, parts }, { signal }) => {
    for (const part of parts) await sendPart(deps, run_id, part, signal);
  });
  jobs.work(SWEEP_QUEUE, ({ run_id }) => sweepRun(deps, run_id));
  jobs.work(RUN_STEPS, (step) => advanceRun(deps, step));
  jobs.work(ROLLOUT_STEPS, (data) => advanceRollout(deps, data));
  jobs.work(COMPILE_PROGRAMMES, (data) => compileOwner(deps, data));
  jobs.work(SCHEDULE_TASKS, (data) => runTask(deps, data));
  jobs.work(RENDER_SPEECH, (data, { signal }) => renderSpeech(deps, data, signal));
  jobs.work(METRICS_ROLLUPS, (data, context) => rollUp(deps, data, context));
  jobs.work(MESSAGE_QUEUES.mail, (job) => sendQueued(deps, job));
  jobs.work(MESSAGE_QUEUES.sms, (job) => sendQueued(deps, job));
  jobs.work(sampleRunQueue, ({ run_id }, context) => workOnSampleRun(deps, run_id, context));
}
