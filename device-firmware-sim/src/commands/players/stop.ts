import type { CommandHandler } from '../command-handler.ts';

/** Ends an announcement that plays or waits. */
export const stop: CommandHandler<'stop'> = async ({ params: { run_id }, playback }) => ({
  run_id,
  stopped: playback.stop(run_id),
});
