import { AppError } from '../../../errors.ts';

/** Throws account_blocked for a blocked or suspended user, with a text that states which. */
export function refuseBlocked({ active, blocked }: { active: boolean; blocked: boolean }): void {
  if (blocked) throw new AppError('account_blocked', 'Your account is blocked. Please contact your administrator.');
  if (!active) throw new AppError('account_blocked', 'Your account is suspended. Please contact your administrator.');
}
