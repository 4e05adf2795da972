import type { CommandHandler } from '../command-handler.ts';

/** Opens a ticket and returns its number. */
export const contactSupport: CommandHandler<'contact_support'> = async ({ random, wait }) => {
  await wait(1.2);
  return { ticket: `BF-${random.integer(100_000, 999_999)}` };
};
