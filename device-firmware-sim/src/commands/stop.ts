import type { CommandHandler } from './command-handler.ts';

/** Nothing plays where announcements are skipped. */
export const stop: CommandHandler<'stop'> = ({ params: { run_id } }) => Promise.resolve({ run_id, stopped: false });
