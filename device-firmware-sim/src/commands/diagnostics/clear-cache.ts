import type { CommandHandler } from '../command-handler.ts';

export const clearCache: CommandHandler<'clear_cache'> = async ({ playback, sensors, wait }) => {
  await wait(0.9);
  const { bytes, files } = playback.clearCache();
  const { freed_bytes, removed_files } = sensors.clearCache();
  return { freed_bytes: freed_bytes + bytes, removed_files: removed_files + files };
};
