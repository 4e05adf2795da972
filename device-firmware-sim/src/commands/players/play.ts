import type { CommandHandler } from '../command-handler.ts';

/** Plays an announcement, or queues it; its receipts follow. */
export const play: CommandHandler<'play'> = async ({ params, playback, expiresAt }) => ({
  run_id: params.run_id,
  state: playback.say(params, expiresAt),
});
