import type { Outcome } from '../command-outcome.ts';

export const OUTCOME_COLOURS: Record<Outcome['tone'], string> = {
  success: 'success',
  error: 'error',
  warning: 'warning',
  neutral: 'gray',
};
