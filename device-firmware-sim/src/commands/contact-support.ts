import type { Handler } from './handler.ts';

/** Opens a ticket and answers its number. */
export const contactSupport: Handler<'contact_support'> = async ({ random, take }) => {
  await take(1.2);
  return { ticket: `BF-${random.integer(100_000, 999_999)}` };
};
