import type { CommandHandler } from './command-handler.ts';

/** A device without a loudspeaker for announcements skips them. */
export const play: CommandHandler<'play'> = ({ params: { run_id } }) => Promise.resolve({ run_id, state: 'skipped' });
